import { clock } from '../platform/clock';
import { settings } from '../platform/env';
import { catalog } from './catalog';
import type { ListModelsQuery, ListNamesQuery, ModelList, NameList } from './contract';
import { activeCatalogAt, type ActiveCatalog } from './deprecation';
import { isAllowed, isPermitted, type ModelCaller } from './find';
import { isOfType, type Model, type Names } from './model';
import { toWireModel } from './wire-model';

/** `GET /models` (docs/api-rules.md, "Model list"): the models that the caller may use, newest first, then by id. */
export function listModels({ type }: ListModelsQuery, caller: ModelCaller): ModelList {
  const owner = settings().serviceOwner;
  const models = servedModels().filter((model) => isAsked(model, type) && isPermitted(model, caller));
  return { object: 'list', type, data: models.map((model) => toWireModel(model, { owner })) };
}

/** The models of all types that a caller may use, in the order of `GET /models`. */
export function listAllowedModels(caller: ModelCaller): Model[] {
  return servedModels().filter((model) => isAllowed(model, caller));
}

/** The IDs of the models of all types that a caller may see, in the order of `GET /models`. */
export function listedModelIds(caller: ModelCaller): string[] {
  return servedModels().flatMap((model) => (isPermitted(model, caller) ? [model.id] : []));
}

/** `GET /models/traits` (docs/api-rules.md, "Traits and aliases"): trait → model id. */
export function listTraits({ type }: ListNamesQuery, caller: ModelCaller): NameList {
  return listNames(type, served().traits.get(type) ?? new Map(), caller);
}

/** `GET /models/compatibility_mapping` (docs/api-rules.md, "Traits and aliases"): alias → model id. */
export function listCompatibilityMapping({ type }: ListNamesQuery, caller: ModelCaller): NameList {
  return listNames(type, served().aliases, caller);
}

function listNames(type: ListNamesQuery['type'], names: Names, caller: ModelCaller): NameList {
  const { models } = served();
  const shown = [...names].filter(([, id]) => {
    const model = models.get(id);
    return model !== undefined && model.type === type && isPermitted(model, caller);
  });
  return { object: 'list', type, data: Object.fromEntries(shown.sort(([left], [right]) => (left < right ? -1 : 1))) };
}

function served(): ActiveCatalog {
  return activeCatalogAt(catalog(), clock.now());
}

function servedModels(): Model[] {
  return [...served().models.values()].sort(
    (left, right) => right.createdSeconds - left.createdSeconds || (left.id < right.id ? -1 : 1),
  );
}

function isAsked(model: Model, type: ListModelsQuery['type']): boolean {
  if (type === 'all') return true;
  if (type === 'code') return isOfType(model, 'text') && model.abilities.includes('code');
  return model.type === type;
}
