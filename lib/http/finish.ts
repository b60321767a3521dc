import { keyIdOf } from '../accounts/caller';
import { isApiError } from '../core/errors';
import { CLIENT_LEFT, hasLeft } from '../core/leaving';
import { formatNanoUsd } from '../core/money';
import type { ReplyMetadata } from '../core/reply-metadata';
import { SECOND_MS } from '../core/time';
import { abandonRecord } from '../idempotency/abandon-record';
import { keepAnswer } from '../idempotency/keep-answer';
import { mayKeepAnswer } from '../idempotency/may-keep-answer';
import type { KeptAnswer } from '../idempotency/types';
import { findBalance } from '../ledger/read/balance/find-balance';
import { clock } from '../platform/clock';
import { findNotReady } from '../platform/database/failure';
import { log, logRequest } from '../platform/log';
import { closeLease } from '../platform/sharing/memory-shares';
import { countRequest, countTokens, observeFirstToken } from '../platform/metrics/metrics';
import { isConsole } from './admission/authorize';
import { storeMetadata } from './answer/kept-metadata';
import { reportApiLimit } from './admission/limit';
import { recentBalance } from './admission/recent-balance';
import { countFailure } from './admission/guard';
import { transportOf } from './server/transport';
import type { RequestContext } from './request-context';
import { noteFailure } from './failed-request';
import type { ApiRequest } from './request';

/** How a request ended. `status` is the one that was sent, even if the stream failed later. */
export type Outcome = {
  status: number;
  ending: 'completed' | 'client_left' | 'failed';
  thrown?: unknown;
  /** The response as sent, for a repeat with the same `Idempotency-Key`; absent if it is not stored. */
  answer?: Pick<KeptAnswer, 'kind' | 'text'>;
};

/**
 * Completes what the response headers report: reserved tokens that were not used are returned to the limit, and a caller
 * with an account gets its rate limit and the balance before the request (docs/api-rules.md, "Response headers"). Never
 * throws.
 */
export async function completeMetadata(context: RequestContext, thrown?: unknown): Promise<void> {
  returnTokens(context, thrown !== undefined);
  // Usually a limit has counted the request, and there is nothing to wait for.
  if (context.metadata.rateLimit === undefined) await reportApiLimit(context, thrown);
  const { caller, metadata, auth } = context;
  await reportBalance(context, thrown);
  if (caller?.kind === 'wallet' && auth === 'inference' && thrown === undefined) {
    metadata.remainingNano = remainingOf(metadata);
  }
}

/** What the wallet can spend, less what this request has cost, or what is set aside for it while that is unknown. */
function remainingOf({ balanceBefore, charge, hold }: ReplyMetadata): bigint | undefined {
  if (balanceBefore === undefined) return undefined;
  const spent = charge
    ? { currency: charge.currency, nano: charge.chargedNano }
    : hold && { currency: hold.currency, nano: hold.heldNano };
  return balanceBefore.usdNano - (spent?.currency === 'USD' ? spent.nano : 0n);
}

async function reportBalance({ caller, metadata, auth }: RequestContext, thrown: unknown): Promise<void> {
  if (metadata.balanceBefore ?? (isConsole(auth) || caller === null || caller.kind === 'anonymous')) return;
  if (isApiError(thrown) && (thrown.options.balanceBefore ?? thrown.code === 'NOT_READY')) return;
  try {
    const isRefused = isApiError(thrown) && thrown.code === 'RATE_LIMIT_EXCEEDED';
    metadata.balanceBefore = isRefused
      ? await recentBalance(caller.account.id, keyIdOf(caller))
      : await findBalance(caller.account.id, keyIdOf(caller));
  } catch (error) {
    // If the balance cannot be read, the header is left out; the request does not fail.
    if (!findNotReady(error)) log.warn({ err: error }, 'the balance for the response headers could not be read');
  }
}

/**
 * Finishes a request: limits, guard, the stored response for repeats, metrics, the log line, and the failure log. Never
 * throws.
 */
export async function finish(context: RequestContext, outcome: Outcome): Promise<void> {
  context.freeSlot?.();
  if (context.lease !== null) closeLease(context.lease);
  returnTokens(context, outcome.ending === 'failed');
  if (outcome.ending !== 'client_left') countFailure(context, outcome.status, outcome.thrown);
  const { idempotencyRecord: record } = context;
  context.idempotencyRecord = null;
  if (record !== null) {
    const { answer } = outcome;
    if (outcome.ending !== 'completed' || outcome.status !== 200) await abandonRecord(record);
    else if (answer !== undefined && mayKeepAnswer(context.request.headers.get('cache-control')))
      await keepAnswer(record, { ...answer, metadata: storeMetadata(context.metadata) });
  }
  // What was made to its end although its reader had left is kept for a repeat, too.
  const isUnread = outcome.ending === 'completed' && hasLeft(transportOf(context.request).signal);
  const status = isUnread || outcome.ending === 'client_left' ? CLIENT_LEFT : outcome.status;
  try {
    measure(context, status);
    writeLog(context, status, outcome);
    if (outcome.ending === 'failed') noteFailure(context, status, outcome.thrown);
  } catch (error) {
    // The response may have been paid for: a failure to record it must not lose it.
    log.error({ err: error, requestId: context.requestId }, 'a request could not be recorded in metrics and logs');
  }
}

function returnTokens({ admission, metadata }: RequestContext, failed: boolean): void {
  const used = metadata.tokensUsed ?? (failed ? { promptTokens: 0, completionTokens: 0 } : undefined);
  if (used !== undefined) admission?.correct(used.promptTokens + used.completionTokens);
}

function measure({ pattern, request, arrivedAtMs, metadata }: RequestContext, status: number): void {
  const seconds = (clock.now() - arrivedAtMs) / SECOND_MS;
  countRequest({ route: pattern, method: request.method, status, seconds });
  const model = metadata.model?.id;
  if (model !== undefined && metadata.firstTokenMs !== undefined)
    observeFirstToken(model, metadata.firstTokenMs / SECOND_MS);
  if (model !== undefined && metadata.tokensUsed) {
    countTokens(model, 'prompt', metadata.tokensUsed.promptTokens);
    countTokens(model, 'completion', metadata.tokensUsed.completionTokens);
  }
}

/** One line per request: never a body, a prompt, or a credential. */
function writeLog(context: RequestContext, status: number, { ending, thrown }: Outcome): void {
  const { requestId, request, pattern, caller, metadata, auth, demand, arrivedAtMs } = context;
  const { model, charge, tokensUsed, firstTokenMs } = metadata;
  const isQuiet = auth === 'probe' || auth === 'metrics' || isConsole(auth);
  // Undefined members are left out of the line.
  logRequest(isQuiet ? 'debug' : 'info', {
    requestId,
    method: request.method,
    route: pattern,
    status,
    ending,
    code: isApiError(thrown) ? thrown.code : undefined,
    ...callerFields(caller, request),
    model: model?.id ?? demand?.modelId,
    router: model?.router,
    promptTokens: tokensUsed?.promptTokens,
    completionTokens: tokensUsed?.completionTokens,
    currency: charge?.currency,
    cost: charge && formatNanoUsd(charge.chargedNano),
    absorbed: charge && charge.absorbedNano > 0n ? formatNanoUsd(charge.absorbedNano) : undefined,
    firstTokenMs,
    durationMs: clock.now() - arrivedAtMs,
  });
}

/** A caller without an account is identified by address only. */
function callerFields(caller: RequestContext['caller'], request: ApiRequest): Record<string, string | null> {
  if (caller === null || caller.kind === 'anonymous') return { address: transportOf(request).client.address };
  return { accountId: caller.account.id, keyId: keyIdOf(caller) };
}
