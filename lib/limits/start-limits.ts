import { MINUTE_MS } from '../core/time';
import { limiter } from './limiter';
import { flushRefusals } from './log/refusal-buffer';
import { type BeatTimes, startHeartbeat } from './heartbeat';
import { openSharedWindows } from './redis/shared-windows';

/** Times; tests use shorter ones. */
export type LimitTimes = { windowMs?: number; beat?: BeatTimes };

/**
 * Starts this process's limits: counting in Redis if `redisUrl` is given, and the heartbeats by which processes know
 * how many there are. The database must be open. Neither an absent Redis nor a failed beat prevents the start.
 * @returns stops them; to be called while the database is still open
 */
export async function startLimits(
  { redisUrl }: { redisUrl?: string },
  { windowMs = MINUTE_MS, beat }: LimitTimes = {},
): Promise<{ stop(): Promise<void> }> {
  const state = limiter();
  state.windowMs = windowMs;
  state.shared = redisUrl === undefined ? null : await openSharedWindows(redisUrl);
  const heartbeat = await startHeartbeat(beat);
  return {
    stop: async () => {
      await flushRefusals();
      await heartbeat.stop();
      state.shared?.close();
      state.shared = null;
    },
  };
}
