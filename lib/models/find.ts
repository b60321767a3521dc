import { ApiError } from '../core/errors';
import type { DeprecationFacts } from '../core/reply-facts';
import { suffixKeyToWritten } from '../core/service-name';
import { clock } from '../platform/clock';
import { settings } from '../platform/env';
import { catalogue } from './catalogue';
import { dayOf, deprecationFacts, livingAt, useInstead, type Living } from './deprecation';
import type { Catalogue, Model, TextModel } from './model';

/** Parameters that a model name may carry after a colon. Source: contract 4.4. */
const SUFFIX_PARAMETERS = new Set([
  'enable_web_search',
  'enable_web_citations',
  'enable_web_scraping',
  'include_svc_system_prompt',
  'include_search_results_in_stream',
  'return_search_results_as_documents',
  'character_slug',
  'strip_thinking_response',
  'disable_thinking',
]);

/** No model is called anything longer; a longer name is not looked up. */
const MAX_NAME_CHARACTERS = 1_000;
const SHOWN_CHARACTERS = 120;

/** What decides whether a caller may use a model; every `Caller` has this form. */
export type ModelCaller = {
  kind: string;
  account?: { pro: boolean };
  modelPrivacy?: 'ALL' | 'PRIVATE_TEXT' | 'PRIVATE_ONLY';
};

/** What a name leads to. */
export type FoundModel = {
  model: TextModel;
  /** Parameters of the name's suffix. */
  suffix: Record<string, string>;
  /** What headers tell of the model that was named: it is deprecated, or removed and another one answers. */
  deprecation?: DeprecationFacts;
};

/**
 * The model that a request names, and the parameters of the name's suffix (contract 4.4), URL-decoded, unknown ones
 * left out. `demo:enable_web_search=on&strip_thinking_response=true`. A name with a colon that is itself known
 * (`llama3:8b`) is never split within. For a removed model its replacement where calls are to run on it (contract 21).
 * @throws ApiError MODEL_NOT_FOUND; GONE for a removed model
 */
export function findModel(name: string, from: Catalogue = catalogue()): FoundModel {
  if (name.length > MAX_NAME_CHARACTERS) throw modelNotFound(name);
  const nowMs = clock.now();
  const living = livingAt(from, nowMs);
  const whole = findExactly(living, name) ?? (name.includes(':') ? undefined : findLoosely(living, name));
  if (whole) return { ...answering(whole, living, nowMs), suffix: {} };
  // From the last colon to the first, so that the longest known name wins over its beginning.
  for (let at = name.lastIndexOf(':'); at > 0; at = name.lastIndexOf(':', at - 1)) {
    const isFirst = name.indexOf(':') === at;
    const head = name.slice(0, at);
    const model = findExactly(living, head) ?? (isFirst ? findLoosely(living, head) : undefined);
    if (model) return { ...answering(model, living, nowMs), suffix: parseSuffix(name.slice(at + 1)) };
  }
  throw modelNotFound(name);
}

/**
 * The model of a name without a suffix: by id, trait, alias, or as `findModel` reads names loosely; or undefined.
 * Also a removed one (`isRemoved`).
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
 * Refuses a model that a caller may not use.
 * @throws ApiError PRO_ONLY_MODEL (contract 2.1), UNAUTHORIZED where the key's `modelPrivacy` forbids it
 */
export function assertModelAllowed(model: Model, caller: ModelCaller): void {
  if (!isOpen(model, caller)) {
    throw new ApiError('PRO_ONLY_MODEL', `The model ${model.id} is reserved for Pro accounts.`);
  }
  if (!isPermitted(model, caller)) {
    throw new ApiError('UNAUTHORIZED', `This key may use private models only, and ${model.id} is none.`);
  }
}

/** Whether `assertModelAllowed` would let a caller use a model. */
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
      return model.type !== 'text' || model.privacy === 'private';
    case 'ALL':
    case undefined:
      return true;
  }
}

/** The model that answers where this one is named. @throws ApiError GONE */
function answering(named: Model, living: Living, nowMs: number): Pick<FoundModel, 'model' | 'deprecation'> {
  const deprecation = deprecationFacts(named, nowMs);
  if (!living.removed.has(named.id)) return { model: named, deprecation };
  const { autoRemap = false, replacement = '' } = named.deprecation ?? {};
  const heir = autoRemap ? living.models.get(replacement) : undefined;
  if (!heir) throw modelGone(named);
  return { model: heir, deprecation };
}

function findExactly(from: Living, name: string): Model | undefined {
  return (
    from.models.get(name) ??
    from.removed.get(name) ??
    from.models.get(from.traits.get(name) ?? from.aliases.get(name) ?? '')
  );
}

/** Dots, underscores and blanks as dashes (contract 4.1), ids before traits before aliases; at last without case. */
function findLoosely(from: Living, name: string): Model | undefined {
  if (name === '' || name.length > MAX_NAME_CHARACTERS) return undefined;
  return findBy(from, name, dashed) ?? findBy(from, name, (text) => dashed(text).toLowerCase());
}

function findBy(from: Living, name: string, form: (text: string) => string): Model | undefined {
  const wanted = form(name);
  for (const models of [from.models, from.removed]) {
    for (const [id, model] of models) if (form(id) === wanted) return model;
  }
  for (const names of [from.traits, from.aliases]) {
    for (const [foreign, id] of names) if (form(foreign) === wanted) return from.models.get(id);
  }
  return undefined;
}

function dashed(text: string): string {
  return text.replace(/[._ ]/g, '-');
}

function parseSuffix(text: string): Record<string, string> {
  const found: [string, string][] = [];
  for (const part of text.split('&')) {
    const [written = '', ...value] = part.split('=');
    const parameter = suffixKeyToWritten(written, settings().serviceId);
    if (SUFFIX_PARAMETERS.has(parameter)) found.push([parameter, decode(value.join('='))]);
  }
  return Object.fromEntries(found);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
