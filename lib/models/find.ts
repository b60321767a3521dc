import { ApiError } from '../core/errors';
import type { DeprecationMetadata } from '../core/reply-metadata';
import { clock } from '../platform/clock';
import { catalogue } from './catalogue';
import { dayOf, deprecationFacts, livingAt, useInstead, type Living } from './deprecation';
import { findExactly, findLoosely, MAX_NAME_CHARACTERS } from './find/by-name';
import { parseSuffix } from './find/suffix';
import { isOfType, type Catalogue, type Model, type ModelOf, type TextModel } from './model';
import type { ModelType } from './words';

const SHOWN_CHARACTERS = 120;
/** Constant, as every text of a 5xx. */
const OFFLINE = 'The model is offline.';

/** What decides whether a caller may use a model; every `Caller` has this form. */
export type ModelCaller = {
  kind: string;
  account?: { pro: boolean };
  modelPrivacy?: 'ALL' | 'PRIVATE_TEXT' | 'PRIVATE_ONLY';
};

/** What a name leads to. */
export type FoundModel<M extends Model = TextModel> = {
  model: M;
  /** Parameters of the name's suffix. */
  suffix: Record<string, string>;
  /** What headers tell of the model that was named: it is deprecated, or removed and another one answers. */
  deprecation?: DeprecationMetadata;
};

/**
 * The text model that a request names; see `findModelOf`.
 * @throws ApiError MODEL_NOT_FOUND; INVALID_MODEL for a model of another type; GONE for a removed model
 */
export function findModel(name: string, from: Catalogue = catalogue()): FoundModel {
  return findModelOf('text', name, from);
}

/**
 * The model of a type that a request names, and the parameters of the name's suffix (contract 4.4), URL-decoded, unknown
 * ones left out. `demo:enable_web_search=on&strip_thinking_response=true`. A name with a colon that is itself known
 * (`llama3:8b`) is never split within. For a removed model its replacement where calls are to run on it (contract 21).
 * @throws ApiError MODEL_NOT_FOUND; INVALID_MODEL for a model of another type; GONE for a removed model
 */
export function findModelOf<T extends ModelType>(
  type: T,
  name: string,
  from: Catalogue = catalogue(),
): FoundModel<ModelOf<T>> {
  if (name.length > MAX_NAME_CHARACTERS) throw modelNotFound(name);
  const nowMs = clock.now();
  const living = livingAt(from, nowMs);
  const types = [type];
  const whole = findExactly(living, name, types) ?? (name.includes(':') ? undefined : findLoosely(living, name, types));
  if (whole) return answering(whole, type, living, nowMs, {});
  // From the last colon to the first, so that the longest known name wins over its beginning.
  for (let at = name.lastIndexOf(':'); at > 0; at = name.lastIndexOf(':', at - 1)) {
    const isFirst = name.indexOf(':') === at;
    const head = name.slice(0, at);
    const model = findExactly(living, head, types) ?? (isFirst ? findLoosely(living, head, types) : undefined);
    if (model) return answering(model, type, living, nowMs, parseSuffix(name.slice(at + 1)));
  }
  throw modelNotFound(name);
}

/**
 * The model of a name without a suffix, of any type: by id, trait (text models' first), alias, or as `findModel` reads
 * names loosely; or undefined. Also a removed one (`isRemoved`).
 */
export function findModelByName(name: string, from: Catalogue = catalogue()): Model | undefined {
  const living = livingAt(from, clock.now());
  return findExactly(living, name) ?? findLoosely(living, name);
}

/** A 404 that says what to do about it. */
export function modelNotFound(name: string): ApiError {
  const shown = name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name;
  return new ApiError('MODEL_NOT_FOUND', `No model is named "${shown}". GET /api/v1/models lists what is served.`);
}

/** A 410 that names the living model to use instead, if there is one. @param model as `livingAt` gives it */
export function modelGone({ id, deprecation }: Model): ApiError {
  const when = deprecation ? ` on ${dayOf(deprecation.removesAtMs)}` : '';
  const advice = useInstead(deprecation?.replacement) || ' GET /api/v1/models lists what is served.';
  return new ApiError('GONE', `The model "${id}" was removed${when}.${advice}`);
}

/**
 * Refuses a model that a caller may not use, and one that the operator has set offline.
 * @throws ApiError PRO_ONLY_MODEL (contract 2.1), UNAUTHORIZED where the key's `modelPrivacy` forbids it, MODEL_OFFLINE
 */
export function assertModelAllowed(model: Model, caller: ModelCaller): void {
  if (!isOpen(model, caller)) {
    throw new ApiError('PRO_ONLY_MODEL', `The model ${model.id} is reserved for Pro accounts.`);
  }
  if (!isPermitted(model, caller)) {
    throw new ApiError('UNAUTHORIZED', `This key may use private models only, and ${model.id} is none.`);
  }
  if (model.offline) throw new ApiError('MODEL_OFFLINE', OFFLINE);
}

/** Whether a caller may use a model, as far as rights go. */
export function isAllowed(model: Model, caller: ModelCaller): boolean {
  return isOpen(model, caller) && isPermitted(model, caller);
}

function isOpen(model: Model, caller: ModelCaller): boolean {
  return !model.proOnly || caller.account?.pro === true;
}

/** Whether a key's `modelPrivacy` (contract 15.1) lets a model through; callers without a key see all. */
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

/** The model that answers where this one is named. @throws ApiError INVALID_MODEL, GONE */
function answering<T extends ModelType>(
  named: Model,
  type: T,
  living: Living,
  nowMs: number,
  suffix: Record<string, string>,
): FoundModel<ModelOf<T>> {
  if (!isOfType(named, type)) throw wrongType(named, type);
  const deprecation = deprecationFacts(named, nowMs);
  if (!living.removed.has(named.id)) return { model: named, suffix, deprecation };
  const { autoRemap = false, replacement = '' } = named.deprecation ?? {};
  const heir = autoRemap ? living.models.get(replacement) : undefined;
  if (!heir || !isOfType(heir, type)) throw modelGone(named);
  return { model: heir, suffix, deprecation };
}

/** A 400 that names both types (contract 3.6). */
function wrongType({ id, type }: Model, wanted: ModelType): ApiError {
  const advice = `GET /api/v1/models?type=${wanted} lists those.`;
  return new ApiError(
    'INVALID_MODEL',
    `The model "${id}" is of type ${type}; this needs one of type ${wanted}. ${advice}`,
  );
}
