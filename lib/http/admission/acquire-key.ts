import { createHash } from 'node:crypto';
import type { AccountCaller } from '../../accounts/caller';
import { ApiError } from '../../core/errors';
import { acquireRecord } from '../../idempotency/acquire-record';
import { confirmRecord } from '../../idempotency/confirm-record';
import { findAnswerHash } from '../../idempotency/find-answer-hash';
import { readAnswer } from '../../idempotency/read-answer';
import { readIdempotencyKey } from '../../idempotency/read-idempotency-key';
import type { IdempotencyRecord, AcquireOutcome, KeptAnswer } from '../../idempotency/types';
import { admitAnswer, admitRepeat } from '../../limits/repeats';
import { addBytes, closeLease, type MemoryLease, openLease, requestMemory } from '../../platform/sharing/memory-shares';
import { transportOf } from '../server/transport';
import type { RequestContext } from '../request-context';
import { type ApiRequest, pathOf } from '../request';
import { forgetRepeat, isKnownRepeat, passRepeatLimit, rememberRepeat } from './repeats';

/** `Retry-After` when a repeat has taken over the key. */
const RETRY_AFTER_SECONDS = 2;

/** An earlier request's answer and ID, and the lease on the answer's memory; whoever receives it closes the lease. */
export type Repeat = { answer: KeptAnswer; requestId: string; lease: MemoryLease };

/**
 * Acquires the request's `Idempotency-Key` (docs/api-rules.md, "Idempotency"), if it has one: per account and route.
 * @param bodyHash SHA-256 of the body as received, hexadecimal; null if there was no body
 * @returns the answer of the first request, to be sent again; null if this request must run
 * @throws ApiError CONFLICT (409) while the first request is in flight, or if it was charged but its answer is not kept;
 *   INVALID_REQUEST for a different body or an invalid key; RATE_LIMIT_EXCEEDED for too many repeats, or if the account
 *   has no memory left for the answer; MODEL_AT_CAPACITY
 */
export async function acquireKey(
  context: RequestContext,
  caller: AccountCaller,
  bodyHash: string | null,
  holdId: string,
): Promise<Repeat | null> {
  const { request, requestId } = context;
  const key = readIdempotencyKey(request.headers.get('idempotency-key'));
  if (key === null) return null;
  const record: IdempotencyRecord = {
    accountId: caller.account.id,
    route: routeOf(request),
    key,
    bodyHash: bodyHash ?? NO_BODY,
    requestId,
    holdId,
  };
  const count = () => passRepeatLimit(context, caller, () => admitRepeat(record.accountId));
  // Counted before the database is queried, so that a flood of repeats with one key costs it nothing.
  const uncount = isKnownRepeat(record) ? count() : null;
  // Set before the outcome is known: if the database fails after writing the record, `finish` abandons it.
  context.idempotencyRecord = record;
  const found = await acquireRecord(record);
  if (found.state === 'acquired') {
    uncount?.();
    forgetRepeat(record);
    return null;
  }
  context.idempotencyRecord = null;
  rememberRepeat(record);
  if (uncount === null) count();
  switch (found.state) {
    case 'replay':
      return readRepeat(context, caller, record, found);
    case 'running':
      throw stillRunning(found.retryAfterSeconds);
    case 'other_body':
      throw otherBody();
    case 'receipt_only':
      throw alreadyCharged(found.requestId);
  }
}

/** Reads a stored answer once there is memory for it. */
async function readRepeat(
  context: RequestContext,
  caller: AccountCaller,
  record: IdempotencyRecord,
  { head, requestId }: Extract<AcquireOutcome, { state: 'replay' }>,
): Promise<Repeat> {
  const uncount = passRepeatLimit(context, caller, () => admitAnswer(record.accountId, head.bytes));
  const lease = openLease(requestMemory(), record.accountId);
  try {
    addBytes(lease, head.bytes);
    const text = await readAnswer(record, requestId, transportOf(context.request).signal);
    // The record has just expired, and another request has taken over the key.
    if (text === null) throw stillRunning(RETRY_AFTER_SECONDS);
    return { answer: { kind: head.kind, text, metadata: head.metadata }, requestId, lease };
  } catch (thrown) {
    closeLease(lease);
    uncount();
    throw thrown;
  }
}

/**
 * The body hash stored with the answer under this request's `Idempotency-Key`; null if no answer is stored. Only a body
 * with this hash is a free repeat.
 */
export async function repeatedHash({ request }: RequestContext, { account }: AccountCaller): Promise<string | null> {
  const key = readIdempotencyKey(request.headers.get('idempotency-key'));
  return key === null ? null : findAnswerHash({ accountId: account.id, route: routeOf(request), key });
}

function routeOf(request: ApiRequest): string {
  return `${request.method} ${pathOf(request)}`;
}

/** SHA-256 of an empty body. */
const NO_BODY = createHash('sha256').digest('hex');

/** For `RunContext.beforeHold`: checks that the request still owns its key. @throws ApiError CONFLICT if it does not */
export function confirmationOf({ idempotencyRecord: record }: RequestContext): (() => Promise<void>) | undefined {
  if (record === null) return undefined;
  return async () => {
    if (!(await confirmRecord(record))) throw stillRunning(RETRY_AFTER_SECONDS);
  };
}

function stillRunning(retryAfterSeconds: number): ApiError {
  const message = 'Another request with this Idempotency-Key is still running.';
  return new ApiError('CONFLICT', message, { retryAfterSeconds });
}

/** The error for a key that was used with another body. */
export function otherBody(): ApiError {
  return new ApiError('INVALID_REQUEST', 'This Idempotency-Key was used with another request body.');
}

function alreadyCharged(requestId: string): ApiError {
  const message =
    `The first request with this Idempotency-Key was carried out and charged (request ${requestId}), ` +
    'but its answer was not stored.';
  return new ApiError('CONFLICT', message, { requestId });
}
