import { clock } from './clock';
import { findNotReady, notReady } from './database/failure';
import { type Database, database } from './db';
import { processState } from './process-state';
import { isStopping, stoppingRefusal } from './stop/stopping';

/** Anyone may probe, and the query costs several times the rest of a probe, so its result is reused for this long. */
const RESULT_TTL_MS = 100;

/** A query to a database, pending or answered. Failures are forgotten immediately. */
type Query = { of: Database; answer: Promise<unknown>; answeredAtMs: number | null };

/** If the process responds, it is alive, also during shutdown. */
export function checkLive(): { status: 'live' } {
  return { status: 'live' };
}

/**
 * Whether requests can be served: the database responds, or did a moment ago, and no shutdown has begun. Probes during
 * a query share its result; the first one after a failure queries again.
 * @throws ApiError NOT_READY (503) if requests cannot be served
 */
export async function checkReady(): Promise<{ status: 'ready' }> {
  if (isStopping()) throw stoppingRefusal();
  try {
    await queryDatabase();
  } catch (cause) {
    throw findNotReady(cause) ?? notReady(cause);
  }
  // Shutdown may have begun in the meantime.
  if (isStopping()) throw stoppingRefusal();
  return { status: 'ready' };
}

function queryDatabase(): Promise<unknown> {
  const state = processState<{ last: Query | null }>('platform.ready', () => ({ last: null }));
  const of = database();
  if (state.last?.of === of && isRecent(state.last)) return state.last.answer;
  // On the lane that paid requests need: a report that keeps the other lane busy does not make the service unready.
  const query: Query = { of, answer: of.money.query('select 1'), answeredAtMs: null };
  state.last = query;
  const keep = () => void (query.answeredAtMs = clock.now());
  const forget = () => {
    if (state.last === query) state.last = null;
  };
  query.answer.then(keep, forget);
  return query.answer;
}

/** If the clock was set back, a result must not last longer. */
function isRecent({ answeredAtMs }: Query): boolean {
  if (answeredAtMs === null) return true;
  const ageMs = clock.now() - answeredAtMs;
  return ageMs >= 0 && ageMs < RESULT_TTL_MS;
}
