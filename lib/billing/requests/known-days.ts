import { DAY_MS } from '../../core/time';
import type { RequestSum } from '../../ledger/read/history/sum-requests';
import { processState } from '../../platform/process-state';

/** A cached day: the sums of all its requests before a time, microseconds since 1970. */
export type KnownDay = { throughMicros: bigint; sums: Map<string, RequestSum> };

/** Maximum cached sums of all accounts together, some 200 bytes each. Days without any count as one. */
const MAX_SUMS = 100_000;
/** Maximum cached days per account: two of the longest ranges. */
const MAX_DAYS = 180;

export const MICROS_PER_DAY = BigInt(DAY_MS) * 1_000n;

/** Milliseconds as microseconds. */
export function microsOf(atMs: number): bigint {
  return BigInt(Math.floor(atMs)) * 1_000n;
}

/** Days by their start, milliseconds since 1970; the most recently used is last. */
export type KnownDays = Map<number, KnownDay>;

/** The days of each account with their size, and the total size; the most recently used account is last. */
type Cache = { accounts: Map<string, { days: KnownDays; size: number }>; size: number };

const cache = () => processState<Cache>('billing.known-days', () => ({ accounts: new Map(), size: 0 }));

/** The cached days of an account. Days added to them are cached once `cacheDays` is called. */
export function cachedDaysOf(accountId: string): KnownDays {
  return cache().accounts.get(accountId)?.days ?? new Map<number, KnownDay>();
}

/** A cached day, which becomes the most recently used one. */
export function touchDay(days: KnownDays, startMs: number): KnownDay | undefined {
  const day = days.get(startMs);
  if (day === undefined) return undefined;
  days.delete(startMs);
  days.set(startMs, day);
  return day;
}

/** Caches the most recently used days of an account, limited so that one account cannot evict all others. */
export function cacheDays(accountId: string, days: KnownDays, maxDays = MAX_DAYS): void {
  for (const startMs of days.keys()) {
    if (days.size <= maxDays) break;
    days.delete(startMs);
  }
  evict(accountId);
  if (days.size === 0) return;
  const size = sizeOf(days);
  const all = cache();
  all.accounts.set(accountId, { days, size });
  all.size += size;
  evictOldest();
}

/** Evicts whole accounts, the least recently used first, until the rest is small enough. */
export function evictOldest(maxSums = MAX_SUMS): void {
  const all = cache();
  for (const accountId of all.accounts.keys()) {
    if (all.size <= maxSums) return;
    evict(accountId);
  }
}

function evict(accountId: string): void {
  const all = cache();
  all.size -= all.accounts.get(accountId)?.size ?? 0;
  all.accounts.delete(accountId);
}

function sizeOf(days: KnownDays): number {
  let size = 0;
  for (const { sums } of days.values()) size += Math.max(1, sums.size);
  return size;
}
