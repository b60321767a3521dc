/** For tests: the real embedding model, fetched into the store if it is missing. */
import { settings } from '../../platform/env';
import { ensureWeights } from '../weights';
import { EMBEDDING_MODEL, installEmbeddingModel } from './embedding-model';

/** Makes the model available in this process. */
export async function installTestEmbeddingModel(): Promise<void> {
  const { modelsDir, hfEndpoint } = settings();
  const { path } = await ensureWeights(EMBEDDING_MODEL, { modelsDir, hfEndpoint });
  installEmbeddingModel(path);
}
