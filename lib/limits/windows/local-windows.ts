import { clock } from '../../platform/clock';
import { log } from '../../platform/log';
import { processState } from '../../platform/process-state';
import { limiter } from '../limiter';
import { type Order, type Peeked, type WindowQuery, reservable, type Taken, windowStart } from './order';

/** Pairs of account and model that are counted in one window. */
const MAX_SUBJECTS = 50_000;

type Used = { requests: number; tokens: number };

/** The counts of one window, by account and model; dropped as a whole when the next one begins. */
type Window = {
  startsAtMs: number;
  resetsAtMs: number;
  /** The highest number of processes known in this window: a share does not grow again before the next window. */
  processes: number;
  accounts: Map<string, Map<string, Used>>;
  subjects: number;
  full: boolean;
};

/**
 * Takes an order from this process's own window: the whole limit if it is alone, else its share of it, rounded down and
 * at least 1.
 *
 * A full window keeps every count that it has and refuses new ones until the window ends, for the reason given in
 * `memory-store.ts`: a flood may lock new subjects out, but never get anyone in.
 */
export function takeLocally(order: Order): Taken {
  const window = currentWindow();
  const { resetsAtMs, processes } = window;
  const used = findUsed(window, order);
  if (used === null) {
    return { refusal: 'RPM', requestsLeft: 0, tokensLeft: 0, resetsAtMs, reserved: 0, correctTokens: correctNothing };
  }
  const requestShare = shareOf(order.requestLimit, processes);
  const tokenShare = order.tokenLimit === null ? Number.POSITIVE_INFINITY : shareOf(order.tokenLimit, processes);
  const reserved = order.tokenLimit === null ? 0 : reservable(order.tokens, tokenShare);
  const requests = reservable(order.requests ?? 1, requestShare);
  const refusal = used.requests + requests > requestShare ? 'RPM' : used.tokens + reserved > tokenShare ? 'TPM' : null;
  if (refusal === null) {
    used.requests += requests;
    used.tokens += reserved;
  }
  return {
    refusal,
    requestsLeft: Math.max(0, requestShare - used.requests),
    tokensLeft: Math.max(0, tokenShare - used.tokens),
    resetsAtMs,
    reserved,
    correctTokens: refusal === null ? correctTokensOf(used) : correctNothing,
  };
}

/**
 * Counts what Redis has admitted, so that this process has used up that much of its share if Redis goes down.
 * @returns a function that corrects the tokens of this count
 */
export function countLocally(order: Order, reserved: number): (by: number) => void {
  const used = findUsed(currentWindow(), order);
  if (used === null) return correctNothing;
  // As Redis has counted it: more requests than a whole window has count as that many.
  used.requests += reservable(order.requests ?? 1, order.requestLimit);
  used.tokens += reserved;
  return correctTokensOf(used);
}

/** What is left of this process's own windows, as the next `takeLocally` would see it. Takes and stores nothing. */
export function peekLocally(queries: readonly WindowQuery[]): Peeked {
  const { accounts, subjects, resetsAtMs, processes } = currentWindow();
  const remaining = queries.map(({ accountId, modelId, requestLimit, tokenLimit }) => {
    const known = accounts.get(accountId)?.get(modelId);
    const isRefused = known === undefined && subjects >= MAX_SUBJECTS;
    const leftOf = (limit: number, used = 0) => {
      const of = shareOf(limit, processes);
      return { of, left: isRefused ? 0 : Math.max(0, of - used) };
    };
    return { requests: leftOf(requestLimit, known?.requests), tokens: leftOf(tokenLimit ?? 0, known?.tokens) };
  });
  return { remaining, resetsAtMs, isWhole: processes <= 1 };
}

function currentWindow(): Window {
  const { windowMs, processes } = limiter();
  const slot = processState<{ window: Window | null }>('limits.windows', () => ({ window: null }));
  const startsAtMs = windowStart(clock.now(), windowMs);
  let { window } = slot;
  if (window?.startsAtMs !== startsAtMs) {
    const resetsAtMs = startsAtMs + windowMs;
    window = { startsAtMs, resetsAtMs, processes, accounts: new Map(), subjects: 0, full: false };
    slot.window = window;
  }
  if (processes > window.processes) window.processes = processes;
  return window;
}

/** The counts of an order's account and model; null if the window is full and has none. */
function findUsed(window: Window, { accountId, modelId }: Order): Used | null {
  // Two maps, because joining the two names would make a new string for every request.
  let models = window.accounts.get(accountId);
  const known = models?.get(modelId);
  if (known !== undefined) return known;
  if (window.subjects >= MAX_SUBJECTS) {
    noteFull(window);
    return null;
  }
  if (models === undefined) {
    models = new Map();
    window.accounts.set(accountId, models);
  }
  const used = { requests: 0, tokens: 0 };
  models.set(modelId, used);
  window.subjects += 1;
  return used;
}

function shareOf(limit: number, processes: number): number {
  if (processes <= 1 || limit <= 0) return limit;
  return Math.max(1, Math.floor(limit / processes));
}

/** After the window's end these counts are no longer used. */
function correctTokensOf(used: Used): (by: number) => void {
  return (by) => {
    used.tokens = Math.max(0, used.tokens + by);
  };
}

function correctNothing(): void {
  // Nothing was counted.
}

/** Logged once per window: accounts are now refused although they did nothing wrong, so the operator should know. */
function noteFull(window: Window): void {
  if (!window.full)
    log.warn({ subjects: MAX_SUBJECTS }, 'the rate limits refuse new accounts and models until this window ends');
  window.full = true;
}
