import type { RequestSum } from '../../ledger/read/history/sum-requests';
import { OTHER_KEYS } from '../constants';
import type { UsageSumRow } from './contract';

/** Maximum rows of a response, plus at most two for each of 90 days. */
const MAX_ROWS = 20_000;

/** A row of the response before its amount is formatted. */
type FoldedSum = Omit<UsageSumRow, 'charged'> & { chargedNano: bigint };

/** The members of a sum that are added. */
type Counts = Pick<RequestSum, 'requests' | 'interrupted' | 'inputTokens' | 'outputTokens' | 'chargedNano'>;

/**
 * Folds the smallest sums of each day and currency into one if there are too many, so that the totals stay exact.
 * @returns the rows ordered by day, and how many sums were folded
 */
export function foldSums(sums: readonly RequestSum[], maxRows = MAX_ROWS): { rows: FoldedSum[]; folded: number } {
  if (sums.length <= maxRows) return { rows: [...sums], folded: 0 };
  const bySize = [...sums].sort((a, b) => compare(b.chargedNano, a.chargedNano) || b.requests - a.requests);
  const rest = new Map<string, FoldedSum>();
  for (const sum of bySize.slice(maxRows)) {
    const name = `${sum.day} ${sum.currency}`;
    const before = rest.get(name);
    rest.set(name, before ? addSum(before, sum) : { ...sum, modelId: null, keyId: OTHER_KEYS });
  }
  const rows: FoldedSum[] = [...bySize.slice(0, maxRows), ...rest.values()];
  return { rows: rows.sort((a, b) => compare(a.day, b.day)), folded: sums.length - maxRows };
}

/** Adds the counts and amounts of a sum to another one, which keeps its other members. */
export function addSum<T extends Counts>(a: T, b: Counts): T {
  return {
    ...a,
    requests: a.requests + b.requests,
    interrupted: a.interrupted + b.interrupted,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    chargedNano: a.chargedNano + b.chargedNano,
  };
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
