import { SECOND_MS } from '../../../core/time';
import { clock } from '../../../platform/clock';
import { database } from '../../../platform/db';
import { processState } from '../../../platform/process-state';

/** A scrape every second, by however many readers, makes no more than one count in this time. */
const BELIEVED_MS = 5 * SECOND_MS;
/** Counting stops here: more live holds than this is the same news. */
const MOST = 100_000;

/**
 * How many requests have money set aside right now, at most 100,000; up to five seconds old.
 * @throws ApiError NOT_READY where the database is away
 */
export async function countLiveHolds(): Promise<number> {
  const held = processState('ledger.live-holds', () => ({ count: 0, atMs: Number.NEGATIVE_INFINITY }));
  const now = clock.now();
  if (now - held.atMs < BELIEVED_MS) return held.count;
  const [row] = await database().query<{ n: bigint }>(
    `select count(*) as n
       from (select from ledger_hold where state = 'open' and expires_at > ledger_now() limit $1) live`,
    [MOST],
  );
  held.count = Number(row?.n ?? 0);
  held.atMs = now;
  return held.count;
}
