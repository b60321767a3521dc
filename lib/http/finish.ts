import { keyIdOf } from '../accounts/caller';
import { isApiError } from '../core/errors';
import { CLIENT_LEFT } from '../core/leaving';
import { formatNanoUsd } from '../core/money';
import { SECOND_MS } from '../core/time';
import { abandonRecord } from '../idempotency/abandon-record';
import { keepAnswer } from '../idempotency/keep-answer';
import { findBalance } from '../ledger/read/balance/find-balance';
import { clock } from '../platform/clock';
import { findNotReady } from '../platform/database/outage/failure';
import { log, logRequest } from '../platform/log';
import { closeLease } from '../platform/sharing/memory-shares';
import { countRequest, countTokens, observeFirstToken } from '../platform/metrics/metrics';
import { isConsole } from './admission/authorize';
import { recentBalance } from './admission/recent-balance';
import { countFailure } from './admission/guard';
import { transportOf } from './server/transport';
import type { RequestContext } from './request-context';
import { noteFailure } from './failed-request';
import type { ApiRequest } from './request';

/** How a request ended. `status` is that of the answer, also where a stream of it broke off later. */
export type Outcome = {
  status: number;
  ending: 'completed' | 'client_left' | 'failed';
  thrown?: unknown;
  /** The answer as it was sent, for a repeat with the same `Idempotency-Key`; absent where it is not to be kept. */
  answer?: { kind: 'json' | 'stream'; text: string };
};

/**
 * What must be known before the headers of an answer are written: reserved tokens that were not used go back to the
 * limit, and a caller with an account is told the balance before the request (contract 1.5). Never throws.
 */
export async function completeMetadata(context: RequestContext, thrown?: unknown): Promise<void> {
  returnTokens(context, thrown !== undefined);
  const { caller, metadata, auth } = context;
  if (metadata.balanceBefore ?? (isConsole(auth) || caller === null || caller.kind === 'anonymous')) return;
  if (isApiError(thrown) && (thrown.options.balanceBefore ?? thrown.code === 'NOT_READY')) return;
  try {
    const isRefused = isApiError(thrown) && thrown.code === 'RATE_LIMIT_EXCEEDED';
    metadata.balanceBefore = isRefused
      ? await recentBalance(caller.account.id, keyIdOf(caller))
      : await findBalance(caller.account.id, keyIdOf(caller));
  } catch (error) {
    // A balance that cannot be read is no reason to fail: the header is left out.
    if (!findNotReady(error)) log.warn({ err: error }, 'a balance could not be read for the headers');
  }
}

/**
 * Ends an exchange: limits, guard, the kept answer, metrics, the log line and that of failures. Never throws.
 */
export async function finish(context: RequestContext, outcome: Outcome): Promise<void> {
  if (context.lease !== null) closeLease(context.lease);
  returnTokens(context, outcome.ending === 'failed');
  if (outcome.ending !== 'client_left') countFailure(context, outcome.status, outcome.thrown);
  const { idempotencyRecord: record } = context;
  context.idempotencyRecord = null;
  if (record !== null) {
    const { answer } = outcome;
    if (outcome.ending !== 'completed' || outcome.status !== 200) await abandonRecord(record);
    else if (answer !== undefined) await keepAnswer(record, { ...answer, metadata: context.metadata.model ?? null });
  }
  const status = outcome.ending === 'client_left' ? CLIENT_LEFT : outcome.status;
  try {
    measure(context, status);
    writeLog(context, status, outcome);
    if (outcome.ending === 'failed') noteFailure(context, status, outcome.thrown);
  } catch (error) {
    // The answer is there, and may be paid: what is told about it must not take it away.
    log.error({ err: error, requestId: context.requestId }, 'a request could not be measured');
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

/** One line per request: never a body, a prompt or a credential. */
function writeLog(context: RequestContext, status: number, { ending, thrown }: Outcome): void {
  const { requestId, request, pattern, caller, metadata, auth, demand, arrivedAtMs } = context;
  const { model, charge, tokensUsed, firstTokenMs } = metadata;
  const isQuiet = auth === 'probe' || auth === 'metrics' || isConsole(auth);
  // What is undefined is left out of the line.
  logRequest(isQuiet ? 'debug' : 'info', {
    requestId,
    method: request.method,
    route: pattern,
    status,
    ending,
    code: isApiError(thrown) ? thrown.code : undefined,
    ...whoOf(caller, request),
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

/** Who has no account can only be found by address. */
function whoOf(caller: RequestContext['caller'], request: ApiRequest): Record<string, string | null> {
  if (caller === null || caller.kind === 'anonymous') return { address: transportOf(request).client.address };
  return { accountId: caller.account.id, keyId: keyIdOf(caller) };
}
