import type { SwapList } from '../../core/swap-list';
import { drain, emptyBucket, type LeakyBucket } from './leaky-bucket';

/** One job that asks for a slot. */
export type FairJob = {
  /** The account's ID, or an address if there is no account. */
  account: string;
  /** Bytes that the job keeps in memory while it waits. */
  bytes?: number;
  /** The account's time was already checked (`check`) and is not checked again. */
  checked?: boolean;
  /** It has yielded its slot and continues: it is neither refused nor displaced, and goes first within its account. */
  resumes?: boolean;
  signal?: AbortSignal;
};

/** A job that waits for a slot. */
export type Waiter = { job: FairJob; admit: () => void; refuse: (reason: unknown) => void };

/** A job that has a slot. `number` counts up with each job that begins. */
export type RunningJob = { atMs: number; number: number };

/** An account's part of a queue: what waits, what runs, and its recent running time, which decays. */
export type Share = { waiting: Waiter[]; running: SwapList<RunningJob>; usedMs: LeakyBucket };

/** The accounts of a queue. */
export type Shares = {
  /** How fast used time decays, ms per second. */
  decayPerSecondMs: number;
  byAccount: Map<string, Share>;
};

/** Maximum number of shares. If there are more, the half of the idle ones with the least used time is deleted. */
const MAX_SHARES = 10_000;

/** The share of an account; a new one is empty. */
export function shareOf(shares: Shares, account: string): Share {
  const known = shares.byAccount.get(account);
  if (known) return known;
  if (shares.byAccount.size >= MAX_SHARES) deleteIdle(shares);
  const share: Share = { waiting: [], running: [], usedMs: emptyBucket(performance.now()) };
  shares.byAccount.set(account, share);
  return share;
}

/** Running time of an account: what remains of the past, and that of its running jobs. */
export function usedNow(shares: Shares, share: Share): number {
  let usedMs = decay(shares, share);
  for (const { value } of share.running) usedMs += performance.now() - value.atMs;
  return usedMs;
}

/** What remains of an account's past running time. */
export function decay({ decayPerSecondMs }: Shares, { usedMs }: Share): number {
  return drain(usedMs, decayPerSecondMs, performance.now());
}

/** When the first of an account's running jobs began; infinity if none runs. */
export function firstBegan({ running }: Share): number {
  return Math.min(...running.map(({ value }) => value.number));
}

/** The waiting jobs that may be displaced. */
export function displaceable({ waiting }: Share): Waiter[] {
  return waiting.filter(({ job }) => !job.resumes);
}

/** Bytes that the jobs that may be displaced keep in memory. */
export function bytesOf(share: Share): number {
  return displaceable(share).reduce((sum, { job }) => sum + (job.bytes ?? 0), 0);
}

function deleteIdle({ byAccount }: Shares): void {
  const idle = [...byAccount].filter(([, share]) => share.running.length === 0 && share.waiting.length === 0);
  idle.sort(([, left], [, right]) => left.usedMs.level - right.usedMs.level);
  for (const [account] of idle.slice(0, Math.ceil(idle.length / 2))) byAccount.delete(account);
}
