import { countLiveHolds } from '../ledger/read/count-live-holds';
import { database } from '../platform/db';
import { isStopping } from '../platform/health/stopping';
import { collectAtScrape } from '../platform/metrics';

/** Has the figures read at each scrape that no request counts: the database, the holds, the stop. */
export function collectGauges(): void {
  collectAtScrape('database_up', '1 while the database answers within a second.', askDatabase, 0);
  collectAtScrape('stopping', '1 from the moment on at which a stop began.', () => (isStopping() ? 1 : 0));
  collectAtScrape('holds_live', 'Requests that have money set aside, counted up to 100000.', countLiveHolds);
}

async function askDatabase(): Promise<number> {
  await database().money.query('select 1');
  return 1;
}
