import { testCatalog } from '@/lib/models/test-catalog';
import { WHOLE_FILE, WHOLE_FILE_ENVIRONMENT } from '@/lib/models/test-whole-file';
import { toWireModel } from '@/lib/models/wire-model';
import type { WireModel } from '@/lib/models/contract';

/** For tests: a model of every type as in the API, in the order of the documentation's service file. */
export const MODELS: WireModel[] = [
  ...testCatalog(WHOLE_FILE, { webSearch: true }, WHOLE_FILE_ENVIRONMENT).models.values(),
].map((model) => toWireModel(model, { owner: 'svc' }));

/** For tests: one of them. */
export function modelOf(id: string): WireModel {
  const found = MODELS.find((model) => model.id === id);
  if (!found) throw new Error(`The file has no ${id}.`);
  return found;
}
