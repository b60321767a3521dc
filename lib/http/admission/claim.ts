import { createHash } from 'node:crypto';
import type { AccountCaller } from '../../accounts/caller';
import { ApiError } from '../../core/errors';
import { claim } from '../../idempotency/claim';
import { confirmClaim } from '../../idempotency/confirm-claim';
import { readIdempotencyKey } from '../../idempotency/read-idempotency-key';
import type { ClaimOrder, KeptAnswer } from '../../idempotency/types';
import { answerIdOf } from '../../platform/answer-id';
import type { Exchange } from '../exchange';
import { pathOf } from '../request';

/** Sent where a repeat has taken the key over. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Claims the request's `Idempotency-Key` (contract 1.4), where it came with one: per account and route.
 * @param bodyHash SHA-256 of the body as it came, hexadecimal; null where there was no body
 * @returns the answer of the first request, to be sent again; null where this one is to be carried out
 * @throws ApiError CONFLICT (409) while the first one is at work, and where it was charged and its answer is not kept;
 *   INVALID_REQUEST for another body or a bad key
 */
export async function claimKey(
  exchange: Exchange,
  caller: AccountCaller,
  bodyHash: string | null,
  holdId: string,
): Promise<KeptAnswer | null> {
  const { request, requestId } = exchange;
  const key = readIdempotencyKey(request.headers.get('idempotency-key'));
  if (key === null) return null;
  const route = `${request.method} ${pathOf(request)}`;
  const order: ClaimOrder = {
    accountId: caller.account.id,
    route,
    key,
    bodyHash: bodyHash ?? NO_BODY,
    requestId,
    holdId,
  };
  // Before it is known: a claim whose answer was lost with the database is given up with the request.
  exchange.claim = order;
  const found = await claim(order);
  if (found.state === 'claimed') return null;
  exchange.claim = null;
  switch (found.state) {
    case 'replay':
      return found.answer;
    case 'running':
      throw stillRunning(found.retryAfterSeconds);
    case 'other_body':
      throw new ApiError('INVALID_REQUEST', 'This Idempotency-Key was used with another request body.');
    case 'receipt_only':
      throw alreadyDone(found.requestId);
  }
}

/** SHA-256 of nothing. */
const NO_BODY = createHash('sha256').digest('hex');

/** For `RunContext.beforeHold`: the exchange's claim is still its own. @throws ApiError CONFLICT where it is not */
export function confirmationOf({ claim: order }: Exchange): (() => Promise<void>) | undefined {
  if (order === null) return undefined;
  return async () => {
    if (!(await confirmClaim(order))) throw stillRunning(RETRY_AFTER_SECONDS);
  };
}

function stillRunning(retryAfterSeconds: number): ApiError {
  const words = 'Another request with this Idempotency-Key is still running.';
  return new ApiError('CONFLICT', words, { retryAfterSeconds });
}

function alreadyDone(requestId: string): ApiError {
  const words =
    `The first request with this Idempotency-Key was carried out and charged (${requestId}, ` +
    `in the usage history ${answerIdOf(requestId)}); its answer is not kept.`;
  return new ApiError('CONFLICT', words, { requestId });
}
