/** For tests: the real classifier, fetched into the store if it is missing. */
import { settings } from '../../platform/env';
import { ensureWeights } from '../weights';
import { installSafetyModel, SAFETY_MODEL } from './safety-model';

/** Makes the classifier available in this process. */
export async function installTestSafetyModel(): Promise<void> {
  const { modelsDir, hfEndpoint } = settings();
  const { path } = await ensureWeights(SAFETY_MODEL, { modelsDir, hfEndpoint });
  installSafetyModel(path);
}
