import { createHash } from 'node:crypto';
import type { Caller, ClientAddress } from '../../accounts/caller';
import { ApiError, isApiError } from '../../core/errors';
import type { RateLimitMetadata } from '../../core/reply-metadata';
import { SECOND_MS } from '../../core/time';
import { API_CLASS, limitOf } from '../../limits/class-limits';
import { findBan, GUARD_LIMITS, type GuardBucket, isQuiet, noteFailure } from '../../limits/failure-guard';
import { noteRefusal } from '../../limits/log/note-refusal';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { clock } from '../../platform/clock';
import { settings } from '../../platform/env';
import { countRefusal } from '../../platform/metrics/metrics';
import { isConsole, walletSignInOf } from './authorize';
import type { RequestContext } from '../request-context';
import { type ApiRequest, pathOf } from '../request';

const WAIT_SECONDS = 30;
/** Longest path in the account's log; none of our paths is longer. */
const MAX_PATH_CHARACTERS = 100;

/**
 * The subject of a failure before the caller is known: the address; with a credential, the address and credential
 * together, so that one bad key behind a shared address does not ban the others. A key beside a wallet's sign-in is
 * ignored and does not count: with a new one in each request, the sign-ins would never be counted together. Source:
 * docs/api-rules.md, "Failed-request guard".
 */
export function anonymousClientOf({ request, auth }: RequestContext, { address }: ClientAddress): string {
  const authorization = request.headers.get('authorization');
  const subject = subjectOfAddress(address);
  if (authorization === null || walletSignInOf(auth, request) !== null) return subject;
  return `${subject} ${createHash('sha256').update(authorization).digest('base64')}`;
}

/** The subject of a failure once the caller is known: the key, the wallet, the session's account, or else the address. */
export function subjectOf(caller: Caller, client: ClientAddress): string {
  if (caller.kind === 'key') return `key:${caller.keyId}`;
  if (caller.kind === 'wallet') return `wallet:${caller.wallet.address}`;
  return caller.kind === 'session' ? `session:${caller.account.id}` : subjectOfAddress(client.address);
}

/** Whose share of common resources a request uses: the account's id, or the address of a caller without an account. */
export function accountOrAddress(caller: Caller | null, client: ClientAddress): string {
  return caller === null || caller.kind === 'anonymous' ? subjectOfAddress(client.address) : caller.account.id;
}

/**
 * Whether the failed-request guard watches an endpoint: all except the console's own, which have their own limits, and
 * the probes, which must always answer.
 */
export function isGuarded({ auth }: Pick<RequestContext, 'auth'>): boolean {
  return settings().failedRequestGuard && !isConsole(auth) && auth !== 'probe' && auth !== 'metrics';
}

/**
 * Sets the subject that a failure of this request counts against, and refuses the request if the subject failed too
 * often.
 * @throws ApiError RATE_LIMIT_EXCEEDED with the guard's own pair of headers and `x-ratelimit-reset-requests`
 */
export function passGuard(context: RequestContext, subject: () => string): void {
  context.guardSubject = subject;
  // Usually nobody is banned, and the subject need not be computed.
  const ban = isQuiet() ? null : findBan(subject());
  if (ban === null) return;
  // The guard's own refusals are not counted: they would extend the ban forever.
  context.guardSubject = null;
  const { caller, request } = context;
  const type = ban.bucket === 'failed' ? 'FAILED_REQUESTS' : 'UNSUPPORTED_FEATURE_REQUESTS';
  if (caller !== null && caller.kind !== 'anonymous') {
    const keyId = caller.kind === 'key' ? caller.keyId : null;
    noteRefusal({ accountId: caller.account.id, keyId, modelId: logNameOf(request), tier: caller.account.tier, type });
  }
  context.metadata.rateLimit = metadataOf(caller, ban.untilMs);
  countRefusal('guard');
  throw refusalOf(ban);
}

/**
 * Callers with an account get the limit of the class `api`, as on every answer; none of it remains until the ban ends.
 */
function metadataOf(caller: Caller | null, untilMs: number): RateLimitMetadata {
  const type = LIMIT_TYPES[caller?.kind ?? 'anonymous'];
  if (caller === null || caller.kind === 'anonymous') return { type };
  const { requestsPerMinute: limit } = limitOf(API_CLASS.limitClass, caller.account);
  return { type, requests: { limit, remaining: 0, resetsAtMs: untilMs } };
}

/** The name of a request's endpoint in the account's log of refusals. */
export function logNameOf(request: ApiRequest): string {
  return `endpoint:${pathOf(request).slice(1, MAX_PATH_CHARACTERS)}`;
}

/** Checks the subject again: others of its requests may have failed in the meantime. @throws as `passGuard` */
export function passGuardAgain(context: RequestContext): void {
  if (context.guardSubject !== null) passGuard(context, context.guardSubject);
}

/** `x-ratelimit-type`: whether the key, the account, or the address is banned. */
const LIMIT_TYPES = { key: 'api_key', session: 'user', wallet: 'user', anonymous: 'global' } as const;

/**
 * Counts a response as a failure of the request's subject, once, if it counts as one
 * (docs/api-rules.md, "Failed-request guard").
 */
export function countFailure(context: RequestContext, status: number, thrown: unknown): void {
  if (context.guardSubject === null || isLookUp(context) || !countsAsFailure(status, thrown)) return;
  const bucket = isApiError(thrown) ? (thrown.options.guardBucket ?? 'failed') : 'failed';
  noteFailure(context.guardSubject(), bucket);
  context.guardSubject = null;
}

/** Whether a console page asked for something public, such as a model whose id was mistyped in the URL. */
function isLookUp({ caller, auth }: RequestContext): boolean {
  return caller?.kind === 'session' && auth === 'optional';
}

/** Not our failures (5xx), limits (429), the 402 that explains how to authenticate, or a 409 with `Retry-After`. */
function countsAsFailure(status: number, thrown: unknown): boolean {
  if (status < 400 || status >= 500 || status === 429) return false;
  if (!isApiError(thrown)) return true;
  return thrown.code !== 'PAYMENT_REQUIRED' && !(thrown.code === 'CONFLICT' && thrown.options.retryAfterSeconds);
}

/** Existing clients may match on the number and the wait in the message, so its wording is kept. */
function refusalOf({ bucket, untilMs }: { bucket: GuardBucket; untilMs: number }): ApiError {
  const what = bucket === 'failed' ? 'failed attempts' : 'requests for features that the model does not have';
  const message = `Too many ${what} (over ${GUARD_LIMITS[bucket]}) resulted in a non-success status code. Please wait ${WAIT_SECONDS}s and try again.`;
  const reset = String(Math.ceil(untilMs / SECOND_MS));
  return new ApiError('RATE_LIMIT_EXCEEDED', message, {
    retryAfterSeconds: Math.max(1, Math.ceil((untilMs - clock.now()) / SECOND_MS)),
    // Clients are documented to wait until `x-ratelimit-reset-requests` after every 429.
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-resets': reset, 'x-ratelimit-reset-requests': reset },
  });
}
