import type { DeprecationMetadata } from '../core/reply-metadata';
import { DAY_MS } from '../core/time';
import { processState } from '../platform/process-state';
import { COMPATIBLE_NAMES } from './catalogue/aliases';
import { chooseDefault } from './catalogue/defaults';
import type { Catalogue, Model, Names } from './model';
import { MODEL_TYPES, type ModelType } from './words';

/**
 * A catalogue as it stands at an instant: without the models that are removed by then. Traits and aliases lead to the
 * replacements of removed models, replacements to living models; names that lead nowhere are left out.
 */
export type Living = Catalogue & {
  /** Removed models by id; their `replacement` is the living model that stands for them, if there is one. */
  removed: ReadonlyMap<string, Model>;
};

/** A view of a catalogue, good from one removal to the next. */
type View = { fromMs: number; untilMs: number; living: Living };

const views = () => processState('models.living', () => new WeakMap<Catalogue, View>());

/** What is served at an instant (contract 21): looked up, not timed; made once between two removals. */
export function livingAt(from: Catalogue, nowMs: number): Living {
  const known = views().get(from);
  if (known && nowMs >= known.fromMs && nowMs < known.untilMs) return known.living;
  let fromMs = -Infinity;
  let untilMs = Infinity;
  for (const { deprecation } of from.models.values()) {
    if (!deprecation) continue;
    if (deprecation.removesAtMs <= nowMs) fromMs = Math.max(fromMs, deprecation.removesAtMs);
    else untilMs = Math.min(untilMs, deprecation.removesAtMs);
  }
  const living = fromMs === -Infinity ? { ...from, removed: new Map() } : withoutRemoved(from, nowMs);
  views().set(from, { fromMs, untilMs, living });
  return living;
}

/** Whether a model is no longer served at an instant. */
export function isRemoved({ deprecation }: Model, nowMs: number): boolean {
  return deprecation !== undefined && nowMs >= deprecation.removesAtMs;
}

/**
 * What to tell of a model in headers: from its `startsAtMs` on, always where it has none. Of a removed model that its
 * replacement answered.
 * @param model as `livingAt` gives it
 */
export function deprecationFacts({ id, deprecation }: Model, nowMs: number): DeprecationMetadata | undefined {
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

function withoutRemoved(from: Catalogue, nowMs: number): Living {
  const living = [...from.models.values()].filter((model) => !isRemoved(model, nowMs));
  const traits = livingTraits(from, living, nowMs);
  const usual = (name: string) => {
    const type = COMPATIBLE_NAMES.get(name);
    return type && traits.get(type)?.get('default');
  };
  const removed = [...from.models.values()].filter((model) => isRemoved(model, nowMs));
  return {
    ...from,
    models: new Map(
      living.map((model) => {
        const own = namesOf(model.id, traits.get(model.type) ?? new Map());
        return [model.id, { ...withHeir(from, model, nowMs), traits: own }];
      }),
    ),
    aliases: follow(from, from.aliases, nowMs, usual),
    traits,
    removed: new Map(removed.map((model) => [model.id, withHeir(from, model, nowMs)])),
  };
}

/** The traits of what is left, per type; one model of each type is the default (contract 1.5a 14). */
function livingTraits(from: Catalogue, living: readonly Model[], nowMs: number): Map<ModelType, Names> {
  return new Map(
    MODEL_TYPES.flatMap((type): [ModelType, Names][] => {
      const ofType = living.filter((model) => model.type === type);
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

/** Names with the living models that they lead to. @param otherwise where a name leads whose model has no heir */
function follow(
  from: Catalogue,
  names: Names,
  nowMs: number,
  otherwise: (name: string) => string | undefined,
): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [name, id] of names) {
    const model = from.models.get(id);
    const target = model && isRemoved(model, nowMs) ? heirOf(from, model, nowMs)?.id : id;
    const leadsTo = target ?? otherwise(name);
    if (leadsTo !== undefined) kept.set(name, leadsTo);
  }
  return kept;
}

/** A model whose deprecation names the living model that stands for it, or none. */
function withHeir(from: Catalogue, model: Model, nowMs: number): Model {
  if (!model.deprecation) return model;
  const heir = heirOf(from, model, nowMs);
  const deprecation = { ...model.deprecation, replacement: heir?.id, autoRemap: heir?.isRemapped ?? false };
  return { ...model, deprecation };
}

/**
 * The first living model along the chain of replacements. Calls run on it only where every model on the way says so.
 * Ends also where the chain is a circle.
 */
function heirOf(from: Catalogue, model: Model, nowMs: number): { id: string; isRemapped: boolean } | undefined {
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
