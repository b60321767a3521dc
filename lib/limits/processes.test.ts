import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import { database, type Database, openDatabase } from '../platform/db';
import { createLogger } from '../platform/log';
import { processState } from '../platform/process-state';
import { openTestDatabase } from '../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../platform/testing/test-postgres';
import { startRedis, type TestRedis } from '../platform/testing/test-redis';
import type { Demand } from './admit';
import { limiter, limiterState } from './limiter';
import { startLimits } from './start-limits';
import { sumResults, wholeWindows } from './testing/test-hammer';
import { type LimitsProcess, startLimitsProcess } from './testing/test-limits-process';
import { startHeartbeat } from './heartbeat';

const PROCESSES = 4;
const WINDOW_MS = 1_500;
const BEAT = { everyMs: 200, forgottenAfterMs: 1_000 };
const CHAT: Demand = { limitClass: 'text_S', modelId: 'm', tokens: 1 };

let warnings: { msg: string; processes: number }[] = [];
processState('platform.log', () =>
  createLogger('warn', { write: (line: string) => void warnings.push(JSON.parse(line) as (typeof warnings)[number]) }),
);

let server: TestPostgres;
let redis: TestRedis;
beforeAll(async () => {
  [server, redis] = await Promise.all([startPostgres(['-c', 'fsync=off']), startRedis()]);
});
afterAll(() => Promise.all([server.stop(), redis.stop()]));

let processes: LimitsProcess[] = [];
afterEach(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  processes = [];
});
const startProcesses = async (redisUrl?: string) => {
  const options = { databaseUrl: server.url, redisUrl, times: { windowMs: WINDOW_MS, beat: BEAT } };
  processes = await Promise.all(Array.from({ length: PROCESSES }, () => startLimitsProcess(options)));
};
const statesOf = () => Promise.all(processes.map((one) => one.state()));

describe('four processes on one Redis', () => {
  it('admit exactly the limits of each window together, in requests and in tokens', async () => {
    await startProcesses(redis.url);
    const [common, tokens] = [newId(), newId()];
    const own = processes.map(() => newId());
    const load = processes.map((one, index) =>
      one.hammer({
        demands: [
          { accountId: common, demand: CHAT },
          { accountId: own[index] ?? '', demand: CHAT },
          { accountId: tokens, demand: { ...CHAT, tokens: 50_000 } },
        ],
        forMs: 3.2 * WINDOW_MS,
        atOnce: 16,
      }),
    );
    const result = sumResults(await Promise.all(load));
    for (const window of Object.values(result.windows)) {
      expect(window.admitted).toBeLessThanOrEqual(75);
      expect(window.tokens).toBeLessThanOrEqual(750_000);
    }
    for (const accountId of [common, ...own]) {
      const whole = wholeWindows(result, accountId);
      expect(whole.length).toBeGreaterThan(0);
      for (const { admitted } of whole) expect(admitted).toBe(75);
    }
    const whole = wholeWindows(result, tokens);
    expect(whole.length).toBeGreaterThan(0);
    for (const window of whole) expect(window).toMatchObject({ admitted: 15, tokens: 750_000 });
    for (const state of await statesOf()) expect(state).toMatchObject({ store: 'redis', redis: 'up', failovers: 0 });
  });
});

describe('four processes on one PostgreSQL', () => {
  it('know each other, share the limits, and notice when one is killed', async () => {
    await startProcesses();
    await expect
      .poll(async () => (await statesOf()).map((state) => [state.store, state.processes]))
      .toEqual(Array(PROCESSES).fill(['shared', PROCESSES]));
    const accountId = newId();
    const plan = { demands: [{ accountId, demand: CHAT }], forMs: 2.2 * WINDOW_MS, atOnce: 4 };
    const result = sumResults(await Promise.all(processes.map((one) => one.hammer(plan))));
    const whole = wholeWindows(result, accountId);
    expect(whole.length).toBeGreaterThan(0);
    for (const { admitted } of whole) expect(admitted).toBe(PROCESSES * Math.floor(75 / PROCESSES));
    await processes.pop()?.kill();
    await expect
      .poll(async () => (await statesOf()).map((state) => state.processes), { timeout: 5_000 })
      .toEqual([3, 3, 3]);
    await processes.pop()?.stop();
    // A process that stops removes itself from the list, so the others need not wait until it is forgotten.
    await expect.poll(async () => (await statesOf()).map((state) => state.processes), { timeout: 900 }).toEqual([2, 2]);
  });
});

describe('a heartbeat', () => {
  let opened: Database;
  afterEach(async () => {
    await opened.close();
    limiter().processes = 1;
  });

  it('does not query the embedded database', async () => {
    opened = await openTestDatabase();
    const heartbeat = await startHeartbeat(BEAT);
    expect(limiterState()).toMatchObject({ store: 'memory', processes: 1 });
    expect(await database().query('select * from server_process')).toEqual([]);
    await heartbeat.stop();
  });

  it('counts before the start ends, warns once of others, and keeps its count through an outage', async () => {
    opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    await database().query('delete from server_process');
    await database().query('insert into server_process (id, seen_at) values ($1, clock_timestamp())', [newId()]);
    await database().query("insert into server_process values ($1, clock_timestamp() - interval '16 seconds')", [
      newId(),
    ]);
    warnings = [];
    const beat = { everyMs: 100, forgottenAfterMs: 15_000 };
    const limits = await startLimits({}, { beat });
    expect(limiterState()).toMatchObject({ store: 'shared', processes: 2 });
    expect(await database().query('select id from server_process')).toHaveLength(2);
    await server.kill9();
    await new Promise((done) => setTimeout(done, 500));
    expect(limiterState().processes).toBe(2);
    await server.restart();
    await expect
      .poll(
        async () =>
          (
            await database()
              .query('select 1')
              .catch(() => [])
          ).length,
      )
      .toBe(1);
    await limits.stop();
    expect(await database().query('select id from server_process')).toHaveLength(1);
    const sharingWarnings = warnings.filter(({ msg }) => msg.startsWith('several processes share this database'));
    expect(sharingWarnings).toMatchObject([{ processes: 2 }]);
  });
});
