import { countLiveHolds } from '../ledger/read/balance/count-live-holds';
import { limiterState } from '../limits/limiter';
import { database } from '../platform/db';
import { isStopping } from '../platform/stop/stopping';
import { countOpenPayments } from '../x402/top-up/store';
import { collectAtScrape, watchProcess } from '../platform/metrics/scrape';
import { walletChecks } from './wallets';

/** NaN means no sample. */
const REDIS_UP = { up: 1, down: 0, none: Number.NaN };

/** Registers the values that are read at each scrape: the database, the holds, shutdown. */
export function collectGauges(): void {
  watchProcess();
  collectAtScrape('database_up', '1 while the database responds within a second.', askDatabase, 0);
  collectAtScrape('stopping', '1 once shutdown has begun.', () => (isStopping() ? 1 : 0));
  collectAtScrape('holds_live', 'Live holds of the whole installation, counted up to 100000.', countLiveHolds);
  collectAtScrape('wallet_payments_open', 'Payments by wallets whose outcome is not known yet.', countOpenPayments);
  collectAtScrape(
    'wallet_problems',
    'What is wrong with the nodes, receivers, and fee payers of payments by wallets; see the log.',
    () => walletChecks().checks.filter(({ ok }) => !ok).length,
  );
  collectAtScrape(
    'limits_redis_up',
    '1 while Redis counts the rate limits, 0 while each process uses its share; no sample without REDIS_URL.',
    () => REDIS_UP[limiterState().redis ?? 'none'],
  );
  collectAtScrape(
    'limits_processes',
    'Processes of the whole installation that share the rate limits.',
    () => limiterState().processes,
  );
  collectAtScrape(
    'limits_failovers',
    'How often this process has lost Redis since its start.',
    () => limiterState().failovers,
  );
}

async function askDatabase(): Promise<number> {
  await database().money.query('select 1');
  return 1;
}
