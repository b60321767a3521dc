import { ApiError } from '../core/errors';
import type { DeprecationMetadata } from '../core/reply-metadata';
import { clock } from '../platform/clock';
import { catalog } from './catalog';
import { dayOf, deprecationMetadata, activeCatalogAt, useInstead, type ActiveCatalog } from './deprecation';
import { findExactly, findLoosely, MAX_NAME_CHARACTERS } from './find-by-name';
import { parseSuffix } from './name-suffix';
import { isOfType, type Catalog, type Model, type ModelOf, type TextModel } from './model';
import type { ModelType } from './values';

const SHOWN_CHARACTERS = 120;
/** Constant, like every text of a 5xx. */
const OFFLINE = 'The model is offline.';

/** What decides whether a caller may use a model; every `Caller` has these members. */
export type ModelCaller = {
  kind: string;
  account?: { pro: boolean };
  modelPrivacy?: 'ALL' | 'PRIVATE_TEXT' | 'PRIVATE_ONLY';
};

/** Who names a model, and from which country the request comes, as far as that is known. */
type AllowedFrom = { caller: ModelCaller; country?: string | null };

/** The result of a model lookup. */
export type FoundModel<M extends Model = TextModel> = {
  model: M;
  /** Parameters of the name's suffix. */
  suffix: Record<string, string>;
  /** What headers report of the named model: that it is deprecated, or removed and another one answers. */
  deprecation?: DeprecationMetadata;
};

/**
 * The text model that a request names; see `findModelOf`.
 * @throws ApiError MODEL_NOT_FOUND; INVALID_MODEL for a model of another type; GONE for a removed model
 */
export function findModel(name: string, from: Catalog = catalog()): FoundModel {
  return findModelOf('text', name, from);
}

/**
 * The text model that a request names, for a caller who may use it from where the request comes.
 * @throws ApiError those of `findModel`, `assertModelAllowed`, and `assertRegionAllowed`
 */
export function findAllowedModel(name: string, from: AllowedFrom): FoundModel {
  return findAllowedModelOf('text', name, from);
}

/**
 * The model of a type that a request names, for a caller who may use it from where the request comes.
 * @throws ApiError those of `findModelOf`, `assertModelAllowed`, and `assertRegionAllowed`
 */
export function findAllowedModelOf<T extends ModelType>(
  type: T,
  name: string,
  { caller, country }: AllowedFrom,
): FoundModel<ModelOf<T>> {
  const found = findModelOf(type, name);
  assertModelAllowed(found.model, caller);
  assertRegionAllowed(found.model, country);
  return found;
}

/**
 * The model of a type that a request names, and the parameters of the name's suffix
 * (docs/api-rules.md, "Model suffixes"), URL-decoded, without unknown ones:
 * `demo:enable_web_search=on&strip_thinking_response=true`. A known name that contains a colon (`llama3:8b`) is never
 * split inside. A removed model is remapped to its replacement if its deprecation says so
 * (docs/api-rules.md, "Deprecation").
 * @throws ApiError MODEL_NOT_FOUND; INVALID_MODEL for a model of another type; GONE for a removed model
 */
export function findModelOf<T extends ModelType>(
  type: T,
  name: string,
  from: Catalog = catalog(),
): FoundModel<ModelOf<T>> {
  if (name.length > MAX_NAME_CHARACTERS) throw modelNotFound(name);
  const nowMs = clock.now();
  const active = activeCatalogAt(from, nowMs);
  const types = [type];
  const whole = findExactly(active, name, types) ?? (name.includes(':') ? undefined : findLoosely(active, name, types));
  if (whole) return resolve(whole, type, active, nowMs, {});
  // From the last colon to the first, so that the longest known name wins.
  for (let at = name.lastIndexOf(':'); at > 0; at = name.lastIndexOf(':', at - 1)) {
    const isFirst = name.indexOf(':') === at;
    const head = name.slice(0, at);
    const model = findExactly(active, head, types) ?? (isFirst ? findLoosely(active, head, types) : undefined);
    if (model) return resolve(model, type, active, nowMs, parseSuffix(name.slice(at + 1)));
  }
  throw modelNotFound(name);
}

/**
 * The model of any type with this name (without a suffix): by id, trait (text models first), alias, or matched loosely
 * as `findModel` does; undefined if there is none. Also finds removed models (`isRemoved`).
 */
export function findModelByName(name: string, from: Catalog = catalog()): Model | undefined {
  const active = activeCatalogAt(from, clock.now());
  return findExactly(active, name) ?? findLoosely(active, name);
}

/** A 404 that says where to find model names. */
export function modelNotFound(name: string): ApiError {
  const shown = name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name;
  return new ApiError(
    'MODEL_NOT_FOUND',
    `No model is named "${shown}". GET /api/v1/models lists the available models.`,
  );
}

/** A 410 that names the active model to use instead, if there is one. @param model as returned by `activeCatalogAt` */
export function modelGone({ id, deprecation }: Model): ApiError {
  const when = deprecation ? ` on ${dayOf(deprecation.removesAtMs)}` : '';
  const advice = useInstead(deprecation?.replacement) || ' GET /api/v1/models lists the available models.';
  return new ApiError('GONE', `The model "${id}" was removed${when}.${advice}`);
}

/**
 * Refuses a model that the caller may not use, or that the operator has set offline.
 * @throws ApiError PRO_ONLY_MODEL (docs/api-rules.md, "Model access"), UNAUTHORIZED if the key's `modelPrivacy` forbids
 *   it, MODEL_OFFLINE
 */
export function assertModelAllowed(model: Model, caller: ModelCaller): void {
  if (!isOpen(model, caller)) {
    throw new ApiError('PRO_ONLY_MODEL', `The model ${model.id} is reserved for Pro accounts.`);
  }
  if (!isPermitted(model, caller)) {
    throw new ApiError('UNAUTHORIZED', `This key may only use private models, and ${model.id} is not private.`);
  }
  if (model.offline) throw new ApiError('MODEL_OFFLINE', OFFLINE);
}

/**
 * Refuses a model that may not be used from a country (docs/api-rules.md, "Model access").
 * @param country in capitals; null if unknown, undefined if countries are not checked here
 * @throws ApiError UNAUTHORIZED
 */
function assertRegionAllowed({ id, regions }: Model, country: string | null | undefined): void {
  if (country === undefined || regions === undefined) return;
  if (country === null) {
    const message = `The model ${id} may only be used from ${regions.join(', ')}, and the country of this request is unknown.`;
    throw new ApiError('UNAUTHORIZED', message);
  }
  if (regions.includes(country)) return;
  throw new ApiError(
    'UNAUTHORIZED',
    `The model ${id} may only be used from ${regions.join(', ')}, not from ${country}.`,
  );
}

/** Whether a caller has the rights to use a model. */
export function isAllowed(model: Model, caller: ModelCaller): boolean {
  return isOpen(model, caller) && isPermitted(model, caller);
}

function isOpen(model: Model, caller: ModelCaller): boolean {
  return !model.proOnly || caller.account?.pro === true;
}

/**
 * Whether a key's `modelPrivacy` (docs/api-rules.md, "Model access") allows a model; callers without a key may see all.
 */
export function isPermitted(model: Model, caller: ModelCaller): boolean {
  switch (caller.modelPrivacy) {
    case 'PRIVATE_ONLY':
      return model.privacy === 'private';
    case 'PRIVATE_TEXT':
      return (model.type !== 'text' && model.type !== 'embedding') || model.privacy === 'private';
    case 'ALL':
    case undefined:
      return true;
  }
}

/** The model that answers for the named one. @throws ApiError INVALID_MODEL, GONE */
function resolve<T extends ModelType>(
  named: Model,
  type: T,
  active: ActiveCatalog,
  nowMs: number,
  suffix: Record<string, string>,
): FoundModel<ModelOf<T>> {
  if (!isOfType(named, type)) throw wrongType(named, type);
  const deprecation = deprecationMetadata(named, nowMs);
  if (!active.removed.has(named.id)) return { model: named, suffix, deprecation };
  const { autoRemap = false, replacement = '' } = named.deprecation ?? {};
  const target = autoRemap ? active.models.get(replacement) : undefined;
  if (!target || !isOfType(target, type)) throw modelGone(named);
  return { model: target, suffix, deprecation };
}

/** A 400 that names both types (docs/api-rules.md, "Finding a model"). */
function wrongType({ id, type }: Model, wanted: ModelType): ApiError {
  const advice = `GET /api/v1/models?type=${wanted} lists those.`;
  return new ApiError(
    'INVALID_MODEL',
    `The model "${id}" is of type ${type}; this needs one of type ${wanted}. ${advice}`,
  );
}
