import { countLiveHolds } from '../ledger/read/balance/count-live-holds';
import { limiterState } from '../limits/limiter';
import { database } from '../platform/db';
import { isStopping } from '../platform/health/stopping';
import { collectAtScrape, watchProcess } from '../platform/metrics/metrics';

/** No number is no sample. */
const REDIS_UP = { up: 1, away: 0, none: Number.NaN };

/** Has the figures read at each scrape that no request counts: the database, the holds, the stop. */
export function collectGauges(): void {
  watchProcess();
  collectAtScrape('database_up', '1 while the database answers within a second.', askDatabase, 0);
  collectAtScrape('stopping', '1 from the moment on at which a stop began.', () => (isStopping() ? 1 : 0));
  collectAtScrape(
    'holds_live',
    'Requests that have money set aside, in the whole installation, counted up to 100000.',
    countLiveHolds,
  );
  collectAtScrape(
    'limits_redis_up',
    '1 while Redis counts the rate limits, 0 while each process admits its share; none without REDIS_URL.',
    () => REDIS_UP[limiterState().redis ?? 'none'],
  );
  collectAtScrape(
    'limits_processes',
    'Processes that share the rate limits, in the whole installation.',
    () => limiterState().processes,
  );
  collectAtScrape(
    'limits_failovers',
    'How often Redis went away for this process since its start.',
    () => limiterState().failovers,
  );
}

async function askDatabase(): Promise<number> {
  await database().money.query('select 1');
  return 1;
}
