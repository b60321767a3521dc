import { ApiError } from '../core/errors';
import { suffixKeyToWritten } from '../core/service-name';
import { settings } from '../platform/env';
import { catalogue } from './catalogue';
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

/**
 * The model that a request names, and the parameters of the name's suffix (contract 4.4), URL-decoded, unknown ones
 * left out. `demo:enable_web_search=on&strip_thinking_response=true`. A name with a colon that is itself known
 * (`llama3:8b`) is never split within.
 * @throws ApiError MODEL_NOT_FOUND
 */
export function findModel(
  name: string,
  from: Catalogue = catalogue(),
): { model: TextModel; suffix: Record<string, string> } {
  if (name.length > MAX_NAME_CHARACTERS) throw modelNotFound(name);
  const whole = findExactly(from, name) ?? (name.includes(':') ? undefined : findLoosely(from, name));
  if (whole) return { model: whole, suffix: {} };
  // From the last colon to the first, so that the longest known name wins over its beginning.
  for (let at = name.lastIndexOf(':'); at > 0; at = name.lastIndexOf(':', at - 1)) {
    const isFirst = name.indexOf(':') === at;
    const head = name.slice(0, at);
    const model = findExactly(from, head) ?? (isFirst ? findLoosely(from, head) : undefined);
    if (model) return { model, suffix: parseSuffix(name.slice(at + 1)) };
  }
  throw modelNotFound(name);
}

/** The model of a name without a suffix: by id, trait, alias, or as `findModel` reads names loosely; or undefined. */
export function findModelByName(name: string, from: Catalogue = catalogue()): Model | undefined {
  return findExactly(from, name) ?? findLoosely(from, name);
}

/** A 404 that says what to do about it. */
export function modelNotFound(name: string): ApiError {
  const shown = name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name;
  return new ApiError('MODEL_NOT_FOUND', `No model is named "${shown}". GET /api/v1/models lists what is served.`);
}

/**
 * Refuses a model that a caller may not use.
 * @throws ApiError PRO_ONLY_MODEL (contract 2.1), UNAUTHORIZED where the key's `modelPrivacy` forbids it
 */
export function assertModelAllowed(model: Model, caller: ModelCaller): void {
  if (model.proOnly && caller.account?.pro !== true) {
    throw new ApiError('PRO_ONLY_MODEL', `The model ${model.id} is reserved for Pro accounts.`);
  }
  if (!isPermitted(model, caller)) {
    throw new ApiError('UNAUTHORIZED', `This key may use private models only, and ${model.id} is none.`);
  }
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

function findExactly(from: Catalogue, name: string): Model | undefined {
  return from.models.get(name) ?? from.models.get(from.traits.get(name) ?? from.aliases.get(name) ?? '');
}

/** Dots, underscores and blanks as dashes (contract 4.1), ids before traits before aliases; at last without case. */
function findLoosely(from: Catalogue, name: string): Model | undefined {
  if (name === '' || name.length > MAX_NAME_CHARACTERS) return undefined;
  return findBy(from, name, dashed) ?? findBy(from, name, (text) => dashed(text).toLowerCase());
}

function findBy(from: Catalogue, name: string, form: (text: string) => string): Model | undefined {
  const wanted = form(name);
  for (const [id, model] of from.models) if (form(id) === wanted) return model;
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
