import { declinedReason } from '../engines/local-models';
import { listMissing, describeMissing } from '../engines/missing';
import type { ModelCaller } from '../models/find';
import { listModels } from '../models/list';
import type { EngineView } from './contract';
import { listLocalModels } from './list-local-models';

/** A signed-in person: what `listModels` needs, and whether it is the owner. */
type Visitor = ModelCaller & { account: { role: 'owner' | 'member' } };

/**
 * What is missing on this machine, for the pages: the same message as at startup, or, if nothing is missing, how many
 * text models the caller can use. Only the owner sees folders, and figures of the machine.
 */
export function describeEngine(caller: Visitor): EngineView {
  const missing = listMissing();
  const isOwner = caller.account.role === 'owner';
  const texts = missing.map((weights) => (isOwner ? describeMissing(weights).join(' ') : absentMessage(weights.id)));
  return {
    message: texts.length > 0 ? texts.join(' ') : servedMessage(listModels({ type: 'text' }, caller).data.length),
    weights: isOwner
      ? missing.map(({ id, file, sha256, folder }) => ({ model: id, file, sha256: sha256 ?? '', folder }))
      : [],
    models: listLocalModels().map((model) => (isOwner ? model : { ...model, reason: null })),
    declined: isOwner ? declinedReason() : null,
    canConnect: isOwner,
  };
}

const absentMessage = (id: string) =>
  `The embedded model ${id} is not installed. The owner of this installation sees what to do.`;

function servedMessage(models: number): string {
  if (models === 0) return 'No text model is served.';
  return models === 1 ? '1 text model is served.' : `${models} text models are served.`;
}
