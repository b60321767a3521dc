import { SECOND_MS } from '../../core/time';
import type { RequestSample } from '../../ledger/read/models/list-samples';
import type { ModelFigures } from './contract';

/** Shorter answers say little about speed: network buffers deliver them at once. */
const MIN_OUTPUT_TOKENS = 16;
const MIN_OUTPUT_MS = 200;
/** Steps of the uptime per percent. */
const STEPS = 2;
const PERCENT = 100;

/** A request that was measured, or failed (then only that counts). */
export type Sample = Pick<RequestSample, 'accountId' | 'answered'> & {
  /** Null for requests that failed. */
  measured: Pick<RequestSample, 'firstTokenMs' | 'durationMs' | 'outputTokens'> | null;
};

/** What a figure needs: requests, of different accounts, and how many of one account are counted. */
export type Thresholds = { requests: number; accounts: number; perAccount: number };

/** The figures of one model. @param samples newest first */
export function figuresOf(samples: readonly Sample[], thresholds: Thresholds): ModelFigures {
  const counted = firstOfEach(samples, thresholds.perAccount);
  const figure = (valueOf: (sample: Sample) => number | null) => medianIfEnough(counted, valueOf, thresholds);
  return {
    firstTokenMs: rounded(figure(({ measured }) => measured?.firstTokenMs ?? null)),
    tokensPerSecond: rounded(figure(speedOf)),
    durationMs: rounded(figure(({ measured, answered }) => (answered ? (measured?.durationMs ?? null) : null))),
    uptimePercent: isEnough(counted, thresholds) ? uptimeOf(counted) : null,
  };
}

/** Whether there is any figure. */
export function hasFigure(figures: ModelFigures): boolean {
  return Object.values(figures).some((figure) => figure !== null);
}

/** The first samples of each account: one that sends many requests must not decide what everybody sees. */
function firstOfEach(samples: readonly Sample[], perAccount: number): Sample[] {
  const seen = new Map<string, number>();
  return samples.filter(({ accountId }) => {
    const before = seen.get(accountId) ?? 0;
    seen.set(accountId, before + 1);
    return before < perAccount;
  });
}

function medianIfEnough(
  samples: readonly Sample[],
  valueOf: (sample: Sample) => number | null,
  thresholds: Thresholds,
): number | null {
  const measured = samples.filter((sample) => valueOf(sample) !== null);
  if (!isEnough(measured, thresholds)) return null;
  const values = measured.map((sample) => valueOf(sample) ?? 0).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? null;
}

function isEnough(samples: readonly Sample[], { requests, accounts }: Thresholds): boolean {
  return samples.length >= requests && new Set(samples.map(({ accountId }) => accountId)).size >= accounts;
}

function speedOf({ measured }: Sample): number | null {
  if (measured === null || measured.firstTokenMs === null || measured.outputTokens < MIN_OUTPUT_TOKENS) return null;
  const outputMs = measured.durationMs - measured.firstTokenMs;
  return outputMs < MIN_OUTPUT_MS ? null : (measured.outputTokens * SECOND_MS) / outputMs;
}

/** Rounded down: 100 means that none failed. */
function uptimeOf(samples: readonly Sample[]): number {
  const answered = samples.filter((sample) => sample.answered).length;
  return Math.floor((answered / samples.length) * PERCENT * STEPS) / STEPS;
}

/** To two digits. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(2));
}
