import { SECOND_MS } from '../../core/time';
import type { RequestSample } from '../../ledger/read/models/list-samples';
import type { ModelFigures } from './contract';

/** Shorter answers say little about speed: network buffers deliver them at once. */
const MIN_OUTPUT_TOKENS = 16;
const MIN_OUTPUT_MS = 200;
/** Steps of the uptime per percent. */
const STEPS = 2;
const PERCENT = 100;
/** What sums of weights may be off by; far less than any failure weighs. */
const INEXACT = 1e-9;

/** A request that was measured, or failed (then only that counts). */
export type Sample = Pick<RequestSample, 'accountId' | 'answered'> & {
  /** Null for requests that failed. */
  measured: Pick<RequestSample, 'firstTokenMs' | 'durationMs' | 'outputTokens'> | null;
};

/**
 * What a figure needs: so many requests of so many accounts, where each account counts as at most `perAccount` requests,
 * however many it sent.
 */
export type Thresholds = { requests: number; accounts: number; perAccount: number };

/** A value, and how much it counts: at most 1. */
type Weighted<T> = { value: T; weight: number };

/** The figures of one model. */
export function figuresOf(samples: readonly Sample[], thresholds: Thresholds): ModelFigures {
  const median = (valueOf: (sample: Sample) => number | null) => medianOf(weigh(samples, valueOf, thresholds));
  return {
    firstTokenMs: median(({ measured }) => measured?.firstTokenMs ?? null),
    tokensPerSecond: median(speedOf),
    durationMs: median(({ measured }) => measured?.durationMs ?? null),
    uptimePercent: uptimeOf(weigh(samples, ({ answered }) => answered, thresholds)),
  };
}

/** Whether there is any figure. */
export function hasFigure(figures: ModelFigures): boolean {
  return Object.values(figures).some((figure) => figure !== null);
}

/**
 * The values of the samples that have one, weighted so that an account with many does not decide what everybody sees;
 * null if there are too few.
 */
function weigh<T>(
  samples: readonly Sample[],
  valueOf: (sample: Sample) => T | null,
  { requests, accounts, perAccount }: Thresholds,
): Weighted<T>[] | null {
  const counts = new Map<string, number>();
  const found = samples.flatMap((sample) => {
    const value = valueOf(sample);
    return value === null ? [] : [{ accountId: sample.accountId, value }];
  });
  for (const { accountId } of found) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  const counted = [...counts.values()].reduce((sum, count) => sum + Math.min(count, perAccount), 0);
  if (counted < requests || counts.size < accounts) return null;
  return found.map(({ accountId, value }) => ({
    value,
    weight: Math.min(1, perAccount / (counts.get(accountId) ?? 1)),
  }));
}

/** The value that half of the weight does not exceed, to two digits. */
function medianOf(values: Weighted<number>[] | null): number | null {
  if (values === null) return null;
  const half = weightOf(values) / 2;
  let sum = 0;
  for (const { value, weight } of values.sort((a, b) => a.value - b.value)) {
    sum += weight;
    if (sum >= half) return Number(value.toPrecision(2));
  }
  return null;
}

/** Rounded down: 100 means that none failed. */
function uptimeOf(answers: Weighted<boolean>[] | null): number | null {
  if (answers === null) return null;
  const all = weightOf(answers);
  const failed = weightOf(answers.filter(({ value }) => !value));
  return PERCENT - Math.ceil((failed * PERCENT * STEPS) / all - INEXACT) / STEPS;
}

const weightOf = (values: readonly Weighted<unknown>[]) => values.reduce((sum, { weight }) => sum + weight, 0);

function speedOf({ measured }: Sample): number | null {
  if (measured === null || measured.firstTokenMs === null || measured.outputTokens < MIN_OUTPUT_TOKENS) return null;
  const outputMs = measured.durationMs - measured.firstTokenMs;
  return outputMs < MIN_OUTPUT_MS ? null : (measured.outputTokens * SECOND_MS) / outputMs;
}
