import type { DeprecationMetadata } from '../core/reply-metadata';
import { DAY_MS } from '../core/time';
import { processState } from '../platform/process-state';
import { COMPATIBLE_NAMES } from './catalog/aliases';
import { chooseDefault } from './catalog/defaults';
import type { Catalog, Model, Names } from './model';
import { MODEL_TYPES, type ModelType } from './values';

/**
 * A catalog at a point in time: without the models that have been removed by then. Traits and aliases of removed models
 * lead to their replacements, which are always active models; names without a target are left out.
 */
export type ActiveCatalog = Catalog & {
  /** Removed models by id; `replacement` is the active model that replaces them, if there is one. */
  removed: ReadonlyMap<string, Model>;
};

/** A view of a catalog, valid from one removal to the next. */
type View = { fromMs: number; untilMs: number; active: ActiveCatalog };

const views = () => processState('models.active-catalogs', () => new WeakMap<Catalog, View>());

/**
 * What is served at a point in time (docs/api-rules.md, "Deprecation"). Built once between two removals, else looked
 * up.
 */
export function activeCatalogAt(from: Catalog, nowMs: number): ActiveCatalog {
  const known = views().get(from);
  if (known && nowMs >= known.fromMs && nowMs < known.untilMs) return known.active;
  let fromMs = -Infinity;
  let untilMs = Infinity;
  for (const { deprecation } of from.models.values()) {
    if (!deprecation) continue;
    if (deprecation.removesAtMs <= nowMs) fromMs = Math.max(fromMs, deprecation.removesAtMs);
    else untilMs = Math.min(untilMs, deprecation.removesAtMs);
  }
  const active = fromMs === -Infinity ? { ...from, removed: new Map() } : withoutRemoved(from, nowMs);
  views().set(from, { fromMs, untilMs, active });
  return active;
}

/** Whether a model has been removed by a point in time. */
export function isRemoved({ deprecation }: Model, nowMs: number): boolean {
  return deprecation !== undefined && nowMs >= deprecation.removesAtMs;
}

/**
 * The deprecation that headers report for a model: from its `startsAtMs` on, or always if it has none. For a removed
 * model, that its replacement answered.
 * @param model as returned by `activeCatalogAt`
 */
export function deprecationMetadata({ id, deprecation }: Model, nowMs: number): DeprecationMetadata | undefined {
  if (!deprecation || nowMs < (deprecation.startsAtMs ?? -Infinity)) return undefined;
  const { dateMs, removesAtMs, replacement } = deprecation;
  const warning =
    nowMs >= removesAtMs
      ? `The model "${id}" was removed on ${dayOf(removesAtMs)}${replacement ? `; "${replacement}" answered` : ''}.`
      : `The model "${id}" is deprecated and will be removed on ${dayOf(removesAtMs)}.${useInstead(replacement)}`;
  return { warning, dateIso: new Date(dateMs).toISOString(), ...(replacement && { replacement }) };
}

/** ` Use "b" instead.`, or nothing. */
export function useInstead(replacement: string | undefined): string {
  return replacement === undefined ? '' : ` Use "${replacement}" instead.`;
}

/** The UTC day of an instant, `2026-12-31`. */
export function dayOf(ms: number): string {
  return new Date(Math.floor(ms / DAY_MS) * DAY_MS).toISOString().slice(0, '2026-12-31'.length);
}

function withoutRemoved(from: Catalog, nowMs: number): ActiveCatalog {
  const active = [...from.models.values()].filter((model) => !isRemoved(model, nowMs));
  const traits = activeTraits(from, active, nowMs);
  const usual = (name: string) => {
    const type = COMPATIBLE_NAMES.get(name);
    return type && traits.get(type)?.get('default');
  };
  const removed = [...from.models.values()].filter((model) => isRemoved(model, nowMs));
  return {
    ...from,
    models: new Map(
      active.map((model) => {
        const own = namesOf(model.id, traits.get(model.type) ?? new Map());
        return [model.id, { ...withReplacement(from, model, nowMs), traits: own }];
      }),
    ),
    aliases: follow(from, from.aliases, nowMs, usual),
    traits,
    removed: new Map(removed.map((model) => [model.id, withReplacement(from, model, nowMs)])),
  };
}

/**
 * The traits of the active models, per type; one model of each type is the default
 * (docs/api-rules.md, "Wire tolerances").
 */
function activeTraits(from: Catalog, active: readonly Model[], nowMs: number): Map<ModelType, Names> {
  return new Map(
    MODEL_TYPES.flatMap((type): [ModelType, Names][] => {
      const ofType = active.filter((model) => model.type === type);
      if (ofType.length === 0) return [];
      const usual = () => chooseDefault(ofType)?.id;
      const traits = from.traits.get(type) ?? new Map();
      return [[type, follow(from, traits, nowMs, (trait) => (trait === 'default' ? usual() : undefined))]];
    }),
  );
}

/** The traits that lead to a model, `default` first. */
function namesOf(id: string, traits: Names): string[] {
  const own = [...traits].flatMap(([trait, target]) => (target === id ? [trait] : []));
  return own.sort((left, right) => Number(right === 'default') - Number(left === 'default'));
}

/**
 * Names and the active models that they lead to.
 * @param otherwise the target of a name whose model has no replacement
 */
function follow(
  from: Catalog,
  names: Names,
  nowMs: number,
  otherwise: (name: string) => string | undefined,
): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [name, id] of names) {
    const model = from.models.get(id);
    const target = model && isRemoved(model, nowMs) ? findReplacement(from, model, nowMs)?.id : id;
    const leadsTo = target ?? otherwise(name);
    if (leadsTo !== undefined) kept.set(name, leadsTo);
  }
  return kept;
}

/** A model whose deprecation names the active model that replaces it, or none. */
function withReplacement(from: Catalog, model: Model, nowMs: number): Model {
  if (!model.deprecation) return model;
  const replacement = findReplacement(from, model, nowMs);
  const deprecation = {
    ...model.deprecation,
    replacement: replacement?.id,
    autoRemap: replacement?.isRemapped ?? false,
  };
  return { ...model, deprecation };
}

/**
 * The first active model along the chain of replacements. Calls are remapped to it only if every model on the way
 * allows it. Also ends if the chain is a cycle.
 */
function findReplacement(from: Catalog, model: Model, nowMs: number): { id: string; isRemapped: boolean } | undefined {
  const seen = new Set<string>();
  let isRemapped = true;
  let at: Model | undefined = model;
  while (at?.deprecation?.replacement !== undefined && !seen.has(at.id)) {
    seen.add(at.id);
    isRemapped &&= at.deprecation.autoRemap;
    at = from.models.get(at.deprecation.replacement);
    if (at && at !== model && !isRemoved(at, nowMs)) return { id: at.id, isRemapped };
  }
  return undefined;
}
