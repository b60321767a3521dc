import { DAY_MS } from '../../core/time';
import type { RequestSum } from '../../ledger/read/history/sum-requests';
import { processState } from '../../platform/process-state';

/** What is known of a day: the sums of all its requests before a time, microseconds since 1970. */
export type KnownDay = { throughMicros: bigint; sums: Map<string, RequestSum> };

/** Sums that are remembered, of all accounts together: some 200 bytes each. Days without any count as one. */
const MAX_SUMS = 100_000;
/** Days that are remembered of one account: two of the longest ranges. */
const MAX_DAYS = 180;

export const MICROS_PER_DAY = BigInt(DAY_MS) * 1_000n;

/** Milliseconds as microseconds. */
export function microsOf(atMs: number): bigint {
  return BigInt(Math.floor(atMs)) * 1_000n;
}

/** Days by their start, milliseconds since 1970; what was asked for last stands last. */
export type KnownDays = Map<number, KnownDay>;

/** The days of each account with their size, and the size of all of them; who was asked for last stands last. */
type Known = { accounts: Map<string, { days: KnownDays; size: number }>; size: number };

const everything = () => processState<Known>('billing.known-days', () => ({ accounts: new Map(), size: 0 }));

/** The days of an account that this process knows. What is added to them counts once `remember` was told. */
export function recall(accountId: string): KnownDays {
  return everything().accounts.get(accountId)?.days ?? new Map<number, KnownDay>();
}

/** A day as it is known, which now stands last. */
export function touchDay(days: KnownDays, startMs: number): KnownDay | undefined {
  const day = days.get(startMs);
  if (day === undefined) return undefined;
  days.delete(startMs);
  days.set(startMs, day);
  return day;
}

/** Keeps the days of an account: those asked for last, and only so many, so that nobody drives out everybody else's. */
export function remember(accountId: string, days: KnownDays, maxDays = MAX_DAYS): void {
  for (const startMs of days.keys()) {
    if (days.size <= maxDays) break;
    days.delete(startMs);
  }
  forget(accountId);
  if (days.size === 0) return;
  const size = sizeOf(days);
  const all = everything();
  all.accounts.set(accountId, { days, size });
  all.size += size;
  evictOldest();
}

/** Forgets whole accounts, those first that were not asked for the longest, until the rest is small enough. */
export function evictOldest(maxSums = MAX_SUMS): void {
  const all = everything();
  for (const accountId of all.accounts.keys()) {
    if (all.size <= maxSums) return;
    forget(accountId);
  }
}

function forget(accountId: string): void {
  const all = everything();
  all.size -= all.accounts.get(accountId)?.size ?? 0;
  all.accounts.delete(accountId);
}

function sizeOf(days: KnownDays): number {
  let size = 0;
  for (const { sums } of days.values()) size += Math.max(1, sums.size);
  return size;
}
