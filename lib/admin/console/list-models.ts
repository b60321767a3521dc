import { listMissing, describeMissing } from '../../engines/missing';
import { catalog } from '../../models/catalog';
import { isRemoved } from '../../models/deprecation';
import type { Model } from '../../models/model';
import { clock } from '../../platform/clock';
import type { ModelsView, ModelState, UpstreamState } from '../contract';
import { listLocalModels } from '../list-local-models';
import { listUpstreams } from '../list-upstreams';

/**
 * Every model of the catalog in order with the state of its upstreams, and the embedded models that are not installed.
 */
export function listModelStates(): ModelsView {
  const { models, notes = [] } = catalog();
  const nowMs = clock.now();
  const upstreams = new Map(listUpstreams().upstreams.map((upstream) => [keyOf(upstream), upstream]));
  const data = [...models.values()].map((model): ModelState => {
    const { id, name, type, proOnly } = model;
    const states = model.upstreams.flatMap((upstream) => upstreams.get(keyOf(upstream)) ?? []);
    return { id, name, type, state: stateOf(model, nowMs), proOnly, priced: costs(model.price), upstreams: states };
  });
  const missing = listMissing().map((weights) => ({
    ...{ model: weights.id, file: weights.file, folder: weights.folder },
    message: describeMissing(weights).join(' '),
  }));
  return { data, notes: [...notes], missing, local: listLocalModels() };
}

function stateOf(model: Model, nowMs: number): ModelState['state'] {
  if (isRemoved(model, nowMs)) return 'removed';
  return model.offline ? 'offline' : 'served';
}

/** Whether any rate of a price, at whatever depth, is above zero. */
function costs(price: unknown): boolean {
  if (typeof price === 'bigint') return price > 0n;
  if (price instanceof Map) return [...price.values()].some(costs);
  return typeof price === 'object' && price !== null && Object.values(price).some(costs);
}

function keyOf({ provider, model }: Pick<UpstreamState, 'provider' | 'model'>): string {
  return JSON.stringify([provider, model]);
}
