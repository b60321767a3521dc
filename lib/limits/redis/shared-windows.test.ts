import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import type { Database } from '../../platform/db';
import { createLogger } from '../../platform/log';
import { processState } from '../../platform/process-state';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startRedis, type TestRedis } from '../../platform/testing/test-redis';
import { admit, type Demand } from '../admit';
import { findBan, noteFailure } from '../failure-guard';
import { limiter, limiterState } from '../limiter';
import { startLimits } from '../start-limits';
import { hammer, wholeWindows } from '../testing/test-hammer';
import { openSharedWindows } from './shared-windows';

/** Instead of a minute. */
const WINDOW_MS = 1_500;
const CHAT: Demand = { limitClass: 'text_S', modelId: 'm', tokens: 1 };
const LIMIT = 75;

let lines: { msg: string }[] = [];
processState('platform.log', () =>
  createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) }),
);
const messages = () => lines.map(({ msg }) => msg);

let server: TestRedis;
let opened: Database;
let limits: { stop(): Promise<void> };
beforeAll(async () => {
  server = await startRedis();
  opened = await openTestDatabase();
});
afterAll(async () => {
  await opened.close();
  await server.stop();
});
const start = async (url = server.url) => {
  limits = await startLimits(
    { redisUrl: url },
    { windowMs: WINDOW_MS, beat: { everyMs: 200, forgottenAfterMs: 60_000 } },
  );
};
beforeEach(async () => {
  lines = [];
  await start();
});
afterEach(() => limits.stop());

const accountOf = (id = newId()) => ({ id, tier: 'standard', email: 'ada@example.com' }) as const;
const admitMany = (count: number, account: ReturnType<typeof accountOf>, demand = CHAT) =>
  Promise.all(Array.from({ length: count }, () => admit(demand, account)));
const admittedOf = (admissions: Awaited<ReturnType<typeof admit>>[]) =>
  admissions.filter(({ refusal }) => refusal === null).length;
/** The clocks are one machine's, so both kinds of windows begin together. */
const nextWindow = () => sleep(WINDOW_MS - (Date.now() % WINDOW_MS) + 20);
/** Other processes, as their heartbeats would report them. */
async function pretendProcesses(count: number): Promise<void> {
  const client = new Redis(server.url);
  for (let index = 0; index < count - 1; index += 1)
    await client.zadd('farebox:processes', Date.now(), `other ${index}`);
  await client.quit();
  await expect.poll(() => limiterState().processes).toBe(count);
}

/** Another process of the installation, on a separate connection. */
const anotherProcess = () => openSharedWindows(server.url);

describe('the failed-request guard in Redis', () => {
  it('counts the failures in all processes together, and each learns of the ban at its next failure', async () => {
    const other = await anotherProcess();
    const subject = `key:${newId()}`;
    try {
      for (let count = 0; count < 15; count += 1)
        expect(await other.noteFailure(`failed:${subject}`, 30_000, 20)).toBe(0);
      for (let count = 0; count < 5; count += 1) noteFailure(subject, 'failed');
      await sleep(50);
      expect(findBan(subject)).toBeNull();
      noteFailure(subject, 'failed');
      await expect.poll(() => findBan(subject)?.bucket).toBe('failed');
      const heard = await other.noteFailure(`failed:${subject}`, 30_000, 20);
      expect(heard).toBeGreaterThan(25_000);
      expect(heard).toBeLessThanOrEqual(30_000);
      expect(await other.noteFailure(`unsupported_feature:${subject}`, 30_000, 200)).toBe(0);
    } finally {
      other.close();
    }
  });

  it('counts only the last span, and continues in this process while Redis is down', async () => {
    const { shared } = limiter();
    const subject = newId();
    for (let count = 0; count < 3; count += 1) expect(await shared?.noteFailure(subject, 300, 3)).toBe(0);
    await sleep(350);
    expect(await shared?.noteFailure(subject, 300, 3)).toBe(0);
    await server.kill9();
    try {
      await expect.poll(() => limiterState().redis).toBe('down');
      expect(await shared?.noteFailure(subject, 300, 3)).toBe(0);
      const local = `key:${newId()}`;
      for (let count = 0; count < 21; count += 1) noteFailure(local, 'failed');
      expect(findBan(local)?.bucket).toBe('failed');
    } finally {
      await server.restart();
    }
  });
});

describe('counting in Redis', () => {
  it('admits exactly the limit of each window with 64 at once, across window borders', async () => {
    const [one, other] = [newId(), newId()];
    const demands = [one, other].map((accountId) => ({ accountId, demand: CHAT }));
    const result = await hammer({ demands, forMs: 3.1 * WINDOW_MS, atOnce: 64 });
    for (const window of Object.values(result.windows)) expect(window.admitted).toBeLessThanOrEqual(LIMIT);
    for (const accountId of [one, other]) {
      const whole = wholeWindows(result, accountId);
      expect(whole.length).toBeGreaterThanOrEqual(2);
      for (const { admitted, refused } of whole) {
        expect(admitted).toBe(LIMIT);
        expect(refused).toBeGreaterThan(0);
      }
    }
    expect(limiterState()).toMatchObject({ store: 'redis', processes: 1, redis: 'up' });
  });

  it('counts tokens exactly, in the same step, and reports what is left', async () => {
    const account = accountOf();
    await nextWindow();
    const admissions = await admitMany(40, account, { ...CHAT, tokens: 50_000 });
    expect(admittedOf(admissions)).toBe(15);
    expect(admissions.filter(({ refusal }) => refusal === 'TPM')).toHaveLength(25);
    const left = admissions.map(({ metadata }) => [metadata.requests?.remaining, metadata.tokens?.remaining]);
    expect(left.slice(0, 2)).toEqual([
      [74, 700_000],
      [73, 650_000],
    ]);
    expect(left[39]).toEqual([60, 0]);
    const resetsAtMs = Math.ceil(Date.now() / WINDOW_MS) * WINDOW_MS;
    expect(admissions[0]?.metadata.tokens).toMatchObject({ limit: 750_000, resetsAtMs });
  });

  it('admits a demand above a whole window into a fresh one, and corrects tokens down and up, once', async () => {
    const account = accountOf();
    await nextWindow();
    const [first] = await admitMany(1, account, { ...CHAT, tokens: 2_000_000 });
    expect((await admit(CHAT, account)).refusal).toBe('TPM');
    first?.correct(100_000);
    first?.correct(0);
    expect(first?.metadata.tokens?.remaining).toBe(650_000);
    const second = await admit({ ...CHAT, tokens: 0 }, account);
    expect(second.metadata.tokens?.remaining).toBe(650_000);
    second.correct(700_000);
    expect(await admit(CHAT, account)).toMatchObject({ refusal: 'TPM', metadata: { tokens: { remaining: 0 } } });
    const late = await admit({ ...CHAT, modelId: 'other' }, account);
    await nextWindow();
    await admit({ ...CHAT, modelId: 'other', tokens: 10 }, account);
    late.correct(50_000);
    expect((await admit({ ...CHAT, modelId: 'other', tokens: 0 }, account)).metadata.tokens?.remaining).toBe(749_990);
  });

  it('leaves nothing in Redis', async () => {
    await admit(CHAT, accountOf());
    await limits.stop();
    const client = new Redis(server.url);
    expect(await client.zcard('farebox:processes')).toBe(0);
    const keys = await client.keys('farebox:limit:*');
    const lives = await Promise.all(keys.map((key) => client.pttl(key)));
    for (const lifeMs of lives) expect(lifeMs).toBeLessThanOrEqual(2 * WINDOW_MS);
    expect(lives.length === 0 || Math.min(...lives) > 0).toBe(true);
    await client.quit();
  });
});

describe('a Redis that goes down', () => {
  it('and hangs: nobody waits long, the share is admitted, and Redis counts the next window again', async () => {
    await pretendProcesses(4);
    const account = accountOf();
    await nextWindow();
    expect(admittedOf(await admitMany(10, account))).toBe(10);
    const before = limiterState().failovers;
    server.freeze();
    const began = performance.now();
    // ⌊75 / 4⌋ is this process's share, and 10 of it are used.
    expect(admittedOf(await admitMany(64, account))).toBe(8);
    expect(performance.now() - began).toBeLessThan(800);
    const again = performance.now();
    expect(admittedOf(await admitMany(64, account))).toBe(0);
    expect(performance.now() - again).toBeLessThan(200);
    expect(limiterState()).toMatchObject({ processes: 4, redis: 'down', failovers: before + 1 });
    await nextWindow();
    expect(admittedOf(await admitMany(64, account))).toBe(18);
    server.thaw();
    await sleep(WINDOW_MS / 2);
    // In this window Redis has not counted what was admitted without it.
    expect(admittedOf(await admitMany(64, account))).toBe(0);
    await nextWindow();
    expect(admittedOf(await admitMany(100, account))).toBe(LIMIT);
    expect(limiterState().redis).toBe('up');
    expect(messages()).toEqual([
      'Redis is down: each process admits its share of the rate limits',
      'Redis counts the rate limits again',
    ]);
  });

  it('by kill -9 under load: no error, at most the limit before and a share after, and it is used again', async () => {
    await pretendProcesses(4);
    const accountId = newId();
    await nextWindow();
    const load = hammer({ demands: [{ accountId, demand: CHAT }], forMs: 4 * WINDOW_MS, atOnce: 64, tokensUsed: 0 });
    await sleep(WINDOW_MS + 300);
    await server.kill9();
    await sleep(300);
    expect(limiterState().redis).toBe('down');
    await sleep(WINDOW_MS);
    await server.restart();
    const result = await load;
    expect(result.longestMs).toBeLessThan(1_000);
    const admitted = Object.keys(result.windows)
      .sort()
      .map((name) => result.windows[name]?.admitted ?? 0);
    expect(admitted.slice(0, 4)).toEqual([LIMIT, LIMIT, 18, LIMIT]);
    expect(messages().filter((msg) => msg.startsWith('Redis is down'))).toHaveLength(1);
  });

  it('and comes back empty unnoticed: nothing is admitted twice in that window', async () => {
    const account = accountOf();
    await nextWindow();
    expect(admittedOf(await admitMany(LIMIT, account))).toBe(LIMIT);
    await server.kill9();
    await server.restart();
    await sleep(300);
    expect(admittedOf(await admitMany(LIMIT, account))).toBe(0);
    await nextWindow();
    expect(admittedOf(await admitMany(LIMIT, account))).toBe(LIMIT);
  });

  it('before the start: the start does not wait long, and the first requests are counted', async () => {
    await limits.stop();
    await server.kill9();
    lines = [];
    const began = performance.now();
    await start(server.url.replace('//', '//:hunter2@'));
    expect(performance.now() - began).toBeLessThan(1_500);
    expect(limiterState()).toMatchObject({ store: 'redis', redis: 'down' });
    limiter().processes = 1;
    expect(admittedOf(await admitMany(100, accountOf()))).toBe(LIMIT);
    expect(messages()).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    await server.restart();
  });
});
