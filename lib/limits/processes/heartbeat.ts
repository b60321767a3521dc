import { newId } from '../../core/ids';
import { SECOND_MS } from '../../core/time';
import { findNotReady } from '../../platform/database/outage/failure';
import { database } from '../../platform/db';
import { log } from '../../platform/log';
import { limiter } from '../limiter';

/** How often a process says that it is alive, and after how long without a word it is no longer counted. */
export type BeatTimes = { everyMs: number; forgottenAfterMs: number };

const BEAT_TIMES: BeatTimes = { everyMs: 5 * SECOND_MS, forgottenAfterMs: 15 * SECOND_MS };

/**
 * Says again and again that this process is alive, in Redis and on PostgreSQL, and counts those that say so:
 * `limiter().processes`. The embedded database belongs to one process, so it is not asked. A beat that fails leaves the
 * last count as it is. Returns after the first beat, so that the first request is counted with the right share.
 * @returns ends it, and takes this process from the living
 */
export async function startHeartbeat(times: BeatTimes = BEAT_TIMES): Promise<{ stop(): Promise<void> }> {
  const id = newId();
  let warned = false;
  let beating: Promise<void> | null = null;
  const beat = async () => {
    const { shared } = limiter();
    const counts = await Promise.all([shared?.beat(id, times.forgottenAfterMs) ?? null, beatInDatabase(id, times)]);
    const known = counts.filter((count) => count !== null);
    // If both answer and differ, one of them was away not long ago and has not yet heard of everybody.
    if (known.length > 0) limiter().processes = Math.max(1, ...known);
    if (shared !== null || warned || limiter().processes === 1) return;
    warned = true;
    log.warn(
      { processes: limiter().processes },
      'several processes share this database and REDIS_URL is not set: each one admits its share of the rate limits',
    );
  };
  const beatOnce = () => {
    beating ??= beat().finally(() => {
      beating = null;
    });
    return beating;
  };
  await beatOnce();
  const timer = setInterval(() => void beatOnce(), times.everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await beating;
      await Promise.all([limiter().shared?.leave(id), leaveDatabase(id)]);
    },
  };
}

/** @returns how many processes are alive on PostgreSQL; null where it cannot tell */
async function beatInDatabase(id: string, { forgottenAfterMs }: BeatTimes): Promise<number | null> {
  try {
    if (database().kind !== 'postgres') return null;
    const [row] = await database().query<{ others: number }>(BEAT, [id, forgottenAfterMs]);
    await database().query(FORGET, [forgottenAfterMs]);
    return (row?.others ?? 0) + 1;
  } catch (error) {
    // Of an outage the database's own watch tells.
    if (!findNotReady(error)) log.warn({ err: error }, 'a heartbeat failed');
    return null;
  }
}

async function leaveDatabase(id: string): Promise<void> {
  try {
    if (database().kind === 'postgres') await database().query('delete from server_process where id = $1', [id]);
  } catch {
    // The others forget it by themselves.
  }
}

/** By the database's clock; its reading part does not see its own writing. */
const BEAT = `
with beat as (
  insert into server_process (id, seen_at) values ($1, clock_timestamp())
  on conflict (id) do update set seen_at = excluded.seen_at
)
select count(*)::int as others from server_process
 where id <> $1 and seen_at > clock_timestamp() - make_interval(secs => $2::float8 / 1000)`;

/** A statement of its own that waits for nobody: processes that come back together must not block each other. */
const FORGET = `
delete from server_process where id in (
  select id from server_process where seen_at <= clock_timestamp() - make_interval(secs => $1::float8 / 1000)
     for update skip locked
)`;
