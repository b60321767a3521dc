import type { PGlite } from '@electric-sql/pglite';
import { SECOND_MS } from '../../core/time';
import { log } from '../log';

/** About as long as PostgreSQL's own background process takes. */
const DELAY_MS = SECOND_MS;

/** A commit that has written something flushes everything before it, too. If nothing waits, nothing is written. */
const FLUSH = `select pg_logical_emit_message(true, 'flush', '')
  where pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()`;

/** Flushes of an embedded database. */
export type LazyFlush = {
  /** To be called with each statement. */
  onStatement: () => void;
  /** To be called before the database is closed. */
  end: () => void;
};

/**
 * Flushes commits that did not wait for the disk within about a second. PostgreSQL has a background process for that,
 * and the embedded database has none: holds would stay in memory until some other commit waits for the disk. If the
 * process is killed before, the next start would not know how many requests it had in flight.
 */
export function flushLazily(engine: Pick<PGlite, 'query'>): LazyFlush {
  let timer: NodeJS.Timeout | null = null;
  let ended = false;
  let failed = false;
  const flush = async (): Promise<void> => {
    timer = null;
    try {
      await engine.query(FLUSH);
      failed = false;
    } catch (error) {
      // A close flushes everything itself. A database that fails every second is reported once.
      if (!ended && !failed) log.error({ err: error }, 'the embedded database could not be flushed in the background');
      failed = true;
    }
  };
  return {
    onStatement: () => {
      if (timer !== null || ended) return;
      timer = setTimeout(() => void flush(), DELAY_MS);
      timer.unref();
    },
    end: () => {
      ended = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
