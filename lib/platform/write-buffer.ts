import { SECOND_MS } from '../core/time';
import { findNotReady } from './database/failure';
import { log } from './log';

const FLUSH_EVERY_MS = SECOND_MS;

/** A buffer of rows to be written; see `makeWriteBuffer`. */
export type WriteBuffer<R> = {
  /** Buffers a row for the next flush, at most a second later. If the buffer is full, the oldest rows are dropped. */
  add: (row: R) => void;
  /** Writes the buffer. If the database is unavailable, the buffer is kept; never throws. */
  flush: () => Promise<void>;
};

/** What a buffer contains, how much, and how it is written. */
type BufferOptions<R> = {
  /** The name of the rows in the log, as in “… could not be written”. */
  noun: string;
  /** The owner of a row; null if it has none. */
  ownerOf: (row: R) => string | null;
  /** How many rows are buffered, per owner and in total. */
  limits: { perOwner: number; total: number };
  /** Writes rows, the oldest first, in one idempotent statement. */
  write: (rows: R[]) => Promise<void>;
};

/**
 * A bounded buffer for the rows of a log, so that recording one costs its request nothing. Written at most once a
 * second. One owner's rows never evict those of others before the buffer as a whole is full.
 */
export function makeWriteBuffer<R extends object>(options: BufferOptions<R>): WriteBuffer<R> {
  /** Oldest first, and the same by owner. */
  const all = new Set<R>();
  const byOwner = new Map<string | null, R[]>();
  let timer: NodeJS.Timeout | null = null;
  /** The last flush; the next one begins after it. */
  let flushing = Promise.resolve();
  /** Whether the log already says that the rows cannot be written. */
  let isBlocked = false;

  const drop = (oldest: R | undefined) => {
    if (oldest === undefined) return;
    all.delete(oldest);
    // The oldest of all is also the oldest of its owner.
    const own = byOwner.get(options.ownerOf(oldest));
    own?.shift();
    if (own?.length === 0) byOwner.delete(options.ownerOf(oldest));
  };
  const append = (row: R) => {
    const own = byOwner.get(options.ownerOf(row)) ?? [];
    byOwner.set(options.ownerOf(row), own);
    own.push(row);
    all.add(row);
    if (own.length > options.limits.perOwner) drop(own[0]);
    if (all.size > options.limits.total) drop(all.values().next().value);
  };
  const take = () => {
    const rows = [...all];
    all.clear();
    byOwner.clear();
    return rows;
  };
  const writeAll = async () => {
    const rows = take();
    if (rows.length === 0) return;
    try {
      await options.write(rows);
      isBlocked = false;
    } catch (error) {
      // Rows that cannot be written for another reason never can, and would block the others.
      const isUnavailable = findNotReady(error) !== undefined;
      if (!isUnavailable || !isBlocked) log.warn({ err: error, isUnavailable }, `${options.noun} could not be written`);
      isBlocked = isUnavailable;
      if (!isUnavailable) return;
      // They go before the rows that arrived in the meantime, because they are older.
      for (const row of [...rows, ...take()]) append(row);
      flushSoon();
    }
  };
  const flush = () => (flushing = flushing.then(writeAll));
  const flushSoon = () => {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      void flush();
    }, FLUSH_EVERY_MS);
    timer.unref();
  };
  const add = (row: R) => {
    append(row);
    flushSoon();
  };
  return { add, flush };
}
