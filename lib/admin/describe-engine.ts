import { declinedReason } from '../engines/local-models';
import { listMissing, describeMissing } from '../engines/missing';
import type { ModelCaller } from '../models/find';
import { listModels } from '../models/list';
import type { EngineView } from './contract';
import { listLocalModels } from './list-local-models';

/**
 * What is missing on this machine, for the pages: the same message as at startup, or, if nothing is missing, how many
 * text models the caller can use. Only signed-in users see the folder.
 */
export function describeEngine(caller: ModelCaller): EngineView {
  const missing = listMissing();
  const texts = missing.map((weights) => describeMissing(weights).join(' '));
  return {
    message: texts.length > 0 ? texts.join(' ') : servedMessage(listModels({ type: 'text' }, caller).data.length),
    weights: missing.map(({ id, file, sha256, folder }) => ({ model: id, file, sha256: sha256 ?? '', folder })),
    models: listLocalModels(),
    declined: declinedReason(),
  };
}

function servedMessage(models: number): string {
  if (models === 0) return 'No text model is served.';
  return models === 1 ? '1 text model is served.' : `${models} text models are served.`;
}
