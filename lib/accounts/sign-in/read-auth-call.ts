/*
 * Validates requests before next-auth sees them. next-auth answers unexpected input with its own errors, logs it, or
 * shows its own pages.
 */
import { ApiError } from '../../core/errors';
import { enabledServices } from '../services/providers';
import { areWalletsEnabled } from '../wallets/enabled';

const PREFIX = '/api/auth/';
/** The providers for email and password, and for wallets. */
const CREDENTIALS = ['credentials', 'wallet'];
/** Limit of the URL that a sign-in leads to: one of our paths with its query. */
const MAX_CALLBACK_CHARACTERS = 2_048;
/** Limit of a member's name in a message. */
const MAX_SHOWN_CHARACTERS = 64;
const CALLBACK_URL_COOKIE = /^(__Secure-|__Host-)?next-auth\.callback-url$/;
/** Format of error names of next-auth and of the services (RFC 6749 4.1.2.1). */
const ERROR_NAME = /^\w{1,64}$/;

/** Methods by the first segment of the path. The second one, if any, names a provider. */
const METHODS: Record<string, readonly string[]> = {
  session: ['GET'],
  csrf: ['GET'],
  providers: ['GET'],
  error: ['GET'],
  signin: ['GET', 'POST'],
  signout: ['GET', 'POST'],
};

/**
 * The segments of a path below `/api/auth` that next-auth handles without showing its own pages.
 * @throws ApiError NOT_FOUND, METHOD_NOT_ALLOWED
 */
export function readStep(method: string, pathname: string): string[] {
  const step = pathname.slice(PREFIX.length).split('/').filter(Boolean);
  const [action = '', provider] = step;
  const methods = step.length > 2 || !isKnown(provider) ? undefined : methodsOf(action, provider);
  if (methods === undefined) throw new ApiError('NOT_FOUND', 'There is no such path here.');
  if (methods.includes(method)) return step;
  const message = `This path supports ${methods.join(', ')}, not ${method}.`;
  throw new ApiError('METHOD_NOT_ALLOWED', message, { headers: { allow: methods.join(', ') } });
}

function isKnown(provider: string | undefined): boolean {
  if (provider === undefined || enabledServices().some((service) => service === provider)) return true;
  return CREDENTIALS.includes(provider) && (provider !== 'wallet' || areWalletsEnabled());
}

function methodsOf(action: string, provider: string | undefined): readonly string[] | undefined {
  if (action !== 'callback') return Object.hasOwn(METHODS, action) ? METHODS[action] : undefined;
  if (provider === undefined) return undefined;
  return CREDENTIALS.includes(provider) ? ['POST'] : ['GET'];
}

/**
 * The query as an object.
 * @throws ApiError INVALID_REQUEST for a `callbackUrl` that is not a URL
 */
export function readQuery(parameters: URLSearchParams): Record<string, string> {
  const { callbackUrl, error, ...query } = Object.fromEntries(parameters);
  if (callbackUrl) query.callbackUrl = checkCallbackUrl(callbackUrl);
  // It becomes part of a URL, and is logged.
  if (error !== undefined && ERROR_NAME.test(error)) query.error = error;
  return query;
}

/**
 * The fields of a body, form or JSON; undefined for any other type. JSON booleans become what a form would send.
 * @throws ApiError INVALID_REQUEST if the body does not match its type, a field is neither a string nor a boolean, or
 *   `callbackUrl` is not a URL
 */
export function readFields(text: string, contentType: string): Record<string, string> | undefined {
  const fields = parseFields(text, contentType);
  if (fields === undefined) return undefined;
  const texts = Object.entries(fields).map(([name, value]: [string, unknown]) => [name, textOf(name, value)] as const);
  const read = Object.fromEntries(texts);
  if (read.callbackUrl) checkCallbackUrl(read.callbackUrl);
  return read;
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  // `json` and `redirect` of next-auth's own client are booleans before they become a form.
  if (typeof value === 'boolean') return String(value);
  const shown = JSON.stringify(name.slice(0, MAX_SHOWN_CHARACTERS));
  throw new ApiError('INVALID_REQUEST', `${shown} must be a string.`);
}

function parseFields(text: string, contentType: string): object | undefined {
  if (contentType.includes('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  if (!contentType.includes('application/json')) return undefined;
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    // Answered below.
  }
  throw new ApiError('INVALID_REQUEST', 'The body is not a JSON object.');
}

function checkCallbackUrl(url: string): string {
  if (isCallbackUrl(url)) return url;
  const message = `callbackUrl must be a path or an http URL of at most ${MAX_CALLBACK_CHARACTERS} characters.`;
  throw new ApiError('INVALID_REQUEST', message);
}

/** What next-auth accepts as a URL; its target is checked by our `redirect`. */
function isCallbackUrl(url: string): boolean {
  if (url.length > MAX_CALLBACK_CHARACTERS) return false;
  const base = url.startsWith('/') ? 'http://localhost' : undefined;
  return URL.canParse(url, base) && /^https?:$/.test(new URL(url, base).protocol);
}

/** The cookies of a header. A callback URL that would break next-auth counts as absent. */
export function readCookies(header: string): Record<string, string> {
  const cookies = new Map<string, string>();
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at <= 0) continue;
    const [name, value] = [part.slice(0, at).trim(), decoded(part.slice(at + 1).trim())];
    if (!CALLBACK_URL_COOKIE.test(name) || isCallbackUrl(value)) cookies.set(name, value);
  }
  return Object.fromEntries(cookies);
}

function decoded(value: string): string {
  const plain = value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
