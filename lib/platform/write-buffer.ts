import { SECOND_MS } from '../core/time';
import { findNotReady } from './database/outage/failure';
import { log } from './log';

const FLUSH_EVERY_MS = SECOND_MS;

/** Rows that wait to be written; see `waitingRoom`. */
export type WriteBuffer<R> = {
  /** Lets a row wait for the next flush, at most a second. Where too many wait, the oldest are dropped. */
  add: (row: R) => void;
  /** Writes what waits. Where the database is away it goes on waiting; never throws. */
  flush: () => Promise<void>;
};

/** What a room holds, how much of it, and who writes it. */
type BufferOptions<R> = {
  /** What the log says of rows, as in “… could not be written”. */
  noun: string;
  /** Whose a row is; null where it is nobody's. */
  whose: (row: R) => string | null;
  /** So many of one owner wait, and of all together. */
  most: { ofOne: number; ofAll: number };
  /** Writes rows, the oldest first, in one statement that can be repeated. */
  write: (rows: R[]) => Promise<void>;
};

/**
 * A bounded room in which rows of a log wait for the database, so that noting one costs its request nothing. Written at
 * most once a second. One owner's rows never drive out those of others before the room as a whole is full.
 */
export function makeWriteBuffer<R extends object>(options: BufferOptions<R>): WriteBuffer<R> {
  /** Oldest first, and the same by owner. */
  const all = new Set<R>();
  const byOwner = new Map<string | null, R[]>();
  let timer: NodeJS.Timeout | null = null;
  /** The last flush; the next one begins after it. */
  let flushing = Promise.resolve();
  /** Whether the log knows already that they cannot be written. */
  let stuck = false;

  const drop = (oldest: R | undefined) => {
    if (oldest === undefined) return;
    all.delete(oldest);
    // The oldest of all is the oldest of its owner too.
    const own = byOwner.get(options.whose(oldest));
    own?.shift();
    if (own?.length === 0) byOwner.delete(options.whose(oldest));
  };
  const put = (row: R) => {
    const own = byOwner.get(options.whose(row)) ?? [];
    byOwner.set(options.whose(row), own);
    own.push(row);
    all.add(row);
    if (own.length > options.most.ofOne) drop(own[0]);
    if (all.size > options.most.ofAll) drop(all.values().next().value);
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
      stuck = false;
    } catch (error) {
      // What cannot be written for another reason never can, and would keep the others waiting.
      const isAway = findNotReady(error) !== undefined;
      if (!isAway || !stuck) log.warn({ err: error, isAway }, `${options.noun} could not be written`);
      stuck = isAway;
      if (!isAway) return;
      // Before those that came meanwhile: they are older.
      for (const row of [...rows, ...take()]) put(row);
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
    put(row);
    flushSoon();
  };
  return { add, flush };
}
