import { newId } from '../core/ids';
import { SECOND_MS } from '../core/time';
import { findNotReady } from '../platform/database/failure';
import { database } from '../platform/db';
import { log } from '../platform/log';
import { limiter } from './limiter';

/** How often a process sends a heartbeat, and after how long without one it is no longer counted. */
export type BeatTimes = { everyMs: number; forgottenAfterMs: number };

const BEAT_TIMES: BeatTimes = { everyMs: 5 * SECOND_MS, forgottenAfterMs: 15 * SECOND_MS };

/**
 * Sends heartbeats of this process to Redis and PostgreSQL, and counts the processes that do so: `limiter().processes`.
 * The embedded database belongs to one process, so it is not used. A failed beat leaves the last count unchanged. Returns
 * after the first beat, so that the first request is counted with the right share.
 * @returns stops the heartbeats and removes this process from those alive
 */
export async function startHeartbeat(times: BeatTimes = BEAT_TIMES): Promise<{ stop(): Promise<void> }> {
  const id = newId();
  let warned = false;
  let beating: Promise<void> | null = null;
  const beat = async () => {
    const { shared } = limiter();
    const counts = await Promise.all([shared?.beat(id, times.forgottenAfterMs) ?? null, beatInDatabase(id, times)]);
    const known = counts.filter((count) => count !== null);
    // If both answer and differ, one of them was down recently and does not know all processes yet.
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

/** @returns how many processes are alive on PostgreSQL; null if that is unknown */
async function beatInDatabase(id: string, { forgottenAfterMs }: BeatTimes): Promise<number | null> {
  try {
    if (database().kind !== 'postgres') return null;
    const [row] = await database().query<{ others: number }>(BEAT, [id, forgottenAfterMs]);
    await database().query(FORGET, [forgottenAfterMs]);
    return (row?.others ?? 0) + 1;
  } catch (error) {
    // An outage is reported by the database's own watch.
    if (!findNotReady(error)) log.warn({ err: error }, 'a heartbeat failed');
    return null;
  }
}

async function leaveDatabase(id: string): Promise<void> {
  try {
    if (database().kind === 'postgres') await database().query('delete from server_process where id = $1', [id]);
  } catch {
    // Other processes forget it after a while anyway.
  }
}

/** Uses the database's clock; the reading part of the statement does not see its own write. */
const BEAT = `
with beat as (
  insert into server_process (id, seen_at) values ($1, clock_timestamp())
  on conflict (id) do update set seen_at = excluded.seen_at
)
select count(*)::int as others from server_process
 where id <> $1 and seen_at > clock_timestamp() - make_interval(secs => $2::float8 / 1000)`;

/** A separate statement that never waits for locks: processes that return at the same time must not block each other. */
const FORGET = `
delete from server_process where id in (
  select id from server_process where seen_at <= clock_timestamp() - make_interval(secs => $1::float8 / 1000)
     for update skip locked
)`;
