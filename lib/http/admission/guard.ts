import { createHash } from 'node:crypto';
import type { Caller, ClientAddress } from '../../accounts/caller';
import { ApiError, isApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { closedUntil, GUARD_LIMITS, type GuardBucket, isQuiet, noteFailure } from '../../limits/failure-guard';
import { noteRefusal } from '../../limits/log/note-refusal';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { clock } from '../../platform/clock';
import { settings } from '../../platform/env';
import { countRefusal } from '../../platform/metrics/metrics';
import { isConsole } from './authorize';
import type { RequestContext } from '../request-context';
import { type ApiRequest, pathOf } from '../request';

const WAIT_SECONDS = 30;
/** Of a path in the account's log: whatever is longer is no path of ours. */
const MAX_PATH_CHARACTERS = 100;

/**
 * Who fails before the caller is known: the address, and where a credential came, that address with that credential, so
 * that one bad key behind a shared address closes nothing for the others. Source: contract 3.7, architecture 5a.
 */
export function anonymousClientOf(request: ApiRequest, { address }: ClientAddress): string {
  const authorization = request.headers.get('authorization');
  const subject = subjectOfAddress(address);
  if (authorization === null) return subject;
  return `${subject} ${createHash('sha256').update(authorization).digest('base64')}`;
}

/** Who fails once the caller is known: the key, the account of a browser session, else the address. */
export function subjectOf(caller: Caller, client: ClientAddress): string {
  if (caller.kind === 'key') return `key:${caller.keyId}`;
  return caller.kind === 'session' ? `session:${caller.account.id}` : subjectOfAddress(client.address);
}

/**
 * Whether the failed-request guard watches an endpoint: all but the console's own, which have limits of their own, and
 * the probes, which must answer always.
 */
export function isGuarded({ auth }: Pick<RequestContext, 'auth'>): boolean {
  return settings().failedRequestGuard && !isConsole(auth) && auth !== 'probe' && auth !== 'metrics';
}

/**
 * Makes a subject the one that counts for this exchange, and refuses it where it failed too often.
 * @throws ApiError RATE_LIMIT_EXCEEDED with the guard's own pair of headers
 */
export function passGuard(context: RequestContext, subject: () => string): void {
  context.guardSubject = subject;
  // The usual case of every request: no name has to be made.
  const closed = isQuiet() ? null : closedUntil(subject());
  if (closed === null) return;
  // The guard's refusals are not counted: they would keep the door closed for ever.
  context.guardSubject = null;
  const { caller, request } = context;
  const type = closed.bucket === 'failed' ? 'FAILED_REQUESTS' : 'UNSUPPORTED_FEATURE_REQUESTS';
  if (caller !== null && caller.kind !== 'anonymous') {
    const keyId = caller.kind === 'key' ? caller.keyId : null;
    noteRefusal({ accountId: caller.account.id, keyId, modelId: logNameOf(request), tier: caller.account.tier, type });
  }
  context.metadata.rateLimit = { type: LIMIT_TYPES[caller?.kind ?? 'anonymous'] };
  countRefusal('guard');
  throw refusalOf(closed);
}

/** What the account's log of refusals calls the endpoint of a request. */
export function logNameOf(request: ApiRequest): string {
  return `endpoint:${pathOf(request).slice(1, MAX_PATH_CHARACTERS)}`;
}

/** Asks again for the subject that counts: others of its requests may have failed meanwhile. @throws as `passGuard` */
export function passGuardAgain(context: RequestContext): void {
  if (context.guardSubject !== null) passGuard(context, context.guardSubject);
}

/** Whose bucket is closed: the key's, the account's, or that of an address. */
const LIMIT_TYPES = { key: 'api_key', session: 'user', anonymous: 'global' } as const;

/** Counts an answer as a failure of the exchange's subject, once, where contract 3.7 counts it. */
export function countFailure(context: RequestContext, status: number, thrown: unknown): void {
  if (context.guardSubject === null || !countsAsFailure(status, thrown)) return;
  const bucket = isApiError(thrown) ? (thrown.options.guardBucket ?? 'failed') : 'failed';
  noteFailure(context.guardSubject(), bucket);
  context.guardSubject = null;
}

/** Not ours (5xx), not a limit (429), not the 402 that tells a stranger how to pay, nor a 409 that says "come back". */
function countsAsFailure(status: number, thrown: unknown): boolean {
  if (status < 400 || status >= 500 || status === 429) return false;
  if (!isApiError(thrown)) return true;
  return thrown.code !== 'PAYMENT_REQUIRED' && !(thrown.code === 'CONFLICT' && thrown.options.retryAfterSeconds);
}

function refusalOf({ bucket, untilMs }: { bucket: GuardBucket; untilMs: number }): ApiError {
  const what = bucket === 'failed' ? 'failed attempts' : 'requests for features that the model does not have';
  const message = `Too many ${what} (over ${GUARD_LIMITS[bucket]}) resulted in a non-success status code. Please wait ${WAIT_SECONDS}s and try again.`;
  return new ApiError('RATE_LIMIT_EXCEEDED', message, {
    retryAfterSeconds: Math.max(1, Math.ceil((untilMs - clock.now()) / SECOND_MS)),
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-resets': String(Math.ceil(untilMs / SECOND_MS)) },
  });
}
