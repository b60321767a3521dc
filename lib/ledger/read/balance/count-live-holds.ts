import { SECOND_MS } from '../../../core/time';
import { clock } from '../../../platform/clock';
import { database } from '../../../platform/db';
import { processState } from '../../../platform/process-state';

/** However many scrapes there are, the holds are counted at most once in this time. */
const BELIEVED_MS = 5 * SECOND_MS;
/** Counting stops here: the exact number does not matter above this. */
const MOST = 100_000;

/**
 * The number of live holds, at most 100,000; up to five seconds old.
 * @throws ApiError NOT_READY if the database is unavailable
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
