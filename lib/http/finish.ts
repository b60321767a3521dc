import { keyIdOf } from '../accounts/caller';
import { isApiError } from '../core/errors';
import { formatNanoUsd } from '../core/money';
import { SECOND_MS } from '../core/time';
import { giveUp } from '../idempotency/give-up';
import { keepAnswer } from '../idempotency/keep-answer';
import { findBalance } from '../ledger/read/find-balance';
import { clock } from '../platform/clock';
import { findNotReady } from '../platform/database/outage/failure';
import { log } from '../platform/log';
import { countCharge, countRefusal, countRequest, countTokens, observeFirstToken } from '../platform/metrics';
import { isConsole } from './admission/authorize';
import { countFailure } from './admission/guard';
import type { Exchange } from './exchange';

/** The status that proxies log for a client that closed the connection. */
const CLIENT_LEFT = 499;

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
 * limit, and a caller with an account is told the balance before the request (contract 1.5).
 */
export async function completeFacts(exchange: Exchange, thrown?: unknown): Promise<void> {
  returnTokens(exchange, thrown !== undefined);
  const { caller, facts, auth } = exchange;
  if (facts.balanceBefore ?? (isConsole(auth) || caller === null || caller.kind === 'anonymous')) return;
  if (isApiError(thrown) && (thrown.options.balanceBefore ?? thrown.code === 'NOT_READY')) return;
  try {
    const { usdNano, diemNano } = await findBalance(caller.account.id, keyIdOf(caller));
    facts.balanceBefore = { usdNano, diemNano };
  } catch (error) {
    // A balance that cannot be read is no reason to fail: the header is left out.
    if (!findNotReady(error)) log.warn({ err: error }, 'a balance could not be read for the headers');
  }
}

/**
 * Ends an exchange: limits, guard, the kept answer, metrics and the log line. Never throws.
 */
export async function finish(exchange: Exchange, outcome: Outcome): Promise<void> {
  returnTokens(exchange, outcome.ending === 'failed');
  countFailure(exchange, outcome.status, outcome.thrown);
  const { claim } = exchange;
  exchange.claim = null;
  if (claim !== null) {
    const { answer } = outcome;
    if (outcome.ending !== 'completed' || outcome.status !== 200) await giveUp(claim);
    else if (answer !== undefined) await keepAnswer(claim, { ...answer, facts: exchange.facts.model ?? null });
  }
  measure(exchange, outcome);
  writeLog(exchange, outcome);
}

function returnTokens({ admission, facts }: Exchange, failed: boolean): void {
  const used = facts.tokensUsed ?? (failed ? { promptTokens: 0, completionTokens: 0 } : undefined);
  if (used !== undefined) admission?.correct(used.promptTokens + used.completionTokens);
}

function measure({ pattern, request, arrivedAtMs, facts }: Exchange, { status, thrown }: Outcome): void {
  const seconds = (clock.now() - arrivedAtMs) / SECOND_MS;
  countRequest({ route: pattern, method: request.method, status, seconds });
  const model = facts.model?.id;
  if (model !== undefined && facts.firstTokenMs !== undefined) observeFirstToken(model, facts.firstTokenMs / SECOND_MS);
  if (model !== undefined && facts.tokensUsed) {
    countTokens(model, 'prompt', facts.tokensUsed.promptTokens);
    countTokens(model, 'completion', facts.tokensUsed.completionTokens);
  }
  if (facts.charge) countCharge(facts.charge.currency, facts.charge.chargedNano, facts.charge.absorbedNano);
  if (isApiError(thrown) && thrown.options.headers?.['x-ratelimit-resets']) countRefusal('guard');
}

/** One line per request: never a body, a prompt or a credential. */
function writeLog(exchange: Exchange, { status, ending, thrown }: Outcome): void {
  const { requestId, request, pattern, caller, facts, auth, arrivedAtMs } = exchange;
  const { model, charge, tokensUsed, firstTokenMs } = facts;
  const isQuiet = auth === 'probe' || auth === 'metrics' || isConsole(auth);
  const write = isQuiet ? log.debug : log.info;
  write(
    {
      requestId,
      method: request.method,
      route: pattern,
      status: ending === 'client_left' ? CLIENT_LEFT : status,
      ending,
      ...(isApiError(thrown) && { code: thrown.code }),
      ...(caller !== null && caller.kind !== 'anonymous' && { accountId: caller.account.id, keyId: keyIdOf(caller) }),
      ...(model && { model: model.id, router: model.router }),
      ...(tokensUsed && tokensUsed),
      ...(charge && { currency: charge.currency, cost: formatNanoUsd(charge.chargedNano) }),
      ...(charge && charge.absorbedNano > 0n && { absorbed: formatNanoUsd(charge.absorbedNano) }),
      ...(firstTokenMs !== undefined && { firstTokenMs }),
      durationMs: clock.now() - arrivedAtMs,
    },
    'request',
  );
}
