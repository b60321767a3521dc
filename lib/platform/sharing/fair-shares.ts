import { drain, emptyBucket, type LeakyBucket } from './leaky-bucket';

/** One job that asks for a slot. */
export type FairJob = {
  /** Who shares: the id of an account, or an address where there is no account. */
  account: string;
  /** Bytes that the job keeps in memory while it waits. */
  bytes?: number;
  /** The account's time was checked before (`check`), and what came of that stands. */
  checked?: boolean;
  /** It has given its slot back amid its work, and is neither refused nor displaced: it comes first of its account. */
  begun?: boolean;
  signal?: AbortSignal;
};

/** A job that waits for a slot. */
export type Waiter = { job: FairJob; admit: () => void; refuse: (reason: unknown) => void };

/** A job that has a slot. `number` counts up with each job that begins. */
export type RunningJob = { atMs: number; number: number };

/** An account's part of a queue: what waits, what runs, and its recent running time, which fades. */
export type Share = { waiting: Waiter[]; running: Set<RunningJob>; usedMs: LeakyBucket };

/** The accounts of a queue. */
export type Shares = {
  /** How fast used time fades, ms per second. */
  fadePerSecondMs: number;
  byAccount: Map<string, Share>;
};

/** Accounts whose used time is remembered; when there are more, the idle half that used the least is forgotten. */
const MAX_REMEMBERED = 10_000;

/** The share of an account, which begins as an empty one. */
export function shareOf(shares: Shares, account: string): Share {
  const known = shares.byAccount.get(account);
  if (known) return known;
  if (shares.byAccount.size >= MAX_REMEMBERED) forgetIdle(shares);
  const share: Share = { waiting: [], running: new Set(), usedMs: emptyBucket(performance.now()) };
  shares.byAccount.set(account, share);
  return share;
}

/** Running time of an account: what is left of the past, and the jobs that run now. */
export function usedNow(shares: Shares, share: Share): number {
  let usedMs = fade(shares, share);
  for (const { atMs } of share.running) usedMs += performance.now() - atMs;
  return usedMs;
}

/** What is left of an account's past running time. */
export function fade({ fadePerSecondMs }: Shares, { usedMs }: Share): number {
  return drain(usedMs, fadePerSecondMs, performance.now());
}

/** When the first of an account's running jobs began; infinity where none runs. */
export function firstBegun({ running }: Share): number {
  return Math.min(...[...running].map(({ number }) => number));
}

/** The waiting jobs that may be displaced. */
export function displaceable({ waiting }: Share): Waiter[] {
  return waiting.filter(({ job }) => !job.begun);
}

/** Bytes that these keep in memory. */
export function bytesOf(share: Share): number {
  return displaceable(share).reduce((sum, { job }) => sum + (job.bytes ?? 0), 0);
}

function forgetIdle({ byAccount }: Shares): void {
  const idle = [...byAccount].filter(([, share]) => share.running.size === 0 && share.waiting.length === 0);
  idle.sort(([, left], [, right]) => left.usedMs.level - right.usedMs.level);
  for (const [account] of idle.slice(0, Math.ceil(idle.length / 2))) byAccount.delete(account);
}
