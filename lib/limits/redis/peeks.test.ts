import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import type { Database } from '../../platform/db';
import { createLogger } from '../../platform/log';
import { processState } from '../../platform/process-state';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startRedis, type TestRedis } from '../../platform/testing/test-redis';
import { admit, type Demand } from '../admit';
import { noteFailure } from '../failure-guard';
import { limiterState } from '../limiter';
import { peekGuards } from '../peek-guards';
import { peekWindows } from '../peek-windows';
import { startLimits } from '../start-limits';
import { openSharedWindows } from './shared-windows';

/** Instead of a minute. */
const WINDOW_MS = 2_000;
const CHAT: Demand = { limitClass: 'text_S', modelId: 'm', tokens: 10 };
processState('platform.log', () => createLogger('silent'));

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
beforeEach(async () => {
  limits = await startLimits(
    { redisUrl: server.url },
    { windowMs: WINDOW_MS, beat: { everyMs: 200, forgottenAfterMs: 60_000 } },
  );
});
afterEach(() => limits.stop());

const newAccount = () => ({ id: newId(), tier: 'standard', email: 'ada@example.com' }) as const;
/** The clocks are one machine's, so both kinds of windows begin together. */
const nextWindow = () => sleep(WINDOW_MS - (Date.now() % WINDOW_MS) + 20);
const leftOf = async (account: ReturnType<typeof newAccount>, demand = CHAT) => {
  const { limits: seen, isWhole } = await peekWindows([demand], account);
  return [seen[0]?.requests.remaining, seen[0]?.tokens?.remaining, isWhole];
};

describe('peeking at windows in Redis', () => {
  it('reports what all processes together have left, as the next request sees it', async () => {
    const account = newAccount();
    const other = await openSharedWindows(server.url);
    try {
      await nextWindow();
      await admit(CHAT, account);
      const order = { accountId: account.id, modelId: 'm', requestLimit: 75, tokenLimit: 750_000, tokens: 100 };
      await other.take(order);
      expect(await leftOf(account)).toEqual([73, 749_890, true]);
      const { metadata, correct } = await admit(CHAT, account);
      expect([metadata.requests?.remaining, metadata.tokens?.remaining]).toEqual([72, 749_880]);
      correct(1_000);
      await expect.poll(() => leftOf(account)).toEqual([72, 748_890, true]);
    } finally {
      other.close();
    }
  });

  it('takes nothing, and reports a fresh window in full', async () => {
    const account = newAccount();
    await nextWindow();
    await admit(CHAT, account);
    for (let count = 0; count < 100; count += 1) await leftOf(account);
    expect((await admit(CHAT, account)).metadata.requests?.remaining).toBe(73);
    const { resetsAtMs } = await peekWindows([CHAT], account);
    expect(resetsAtMs).toBe(Math.ceil(Date.now() / WINDOW_MS) * WINDOW_MS);
    await nextWindow();
    expect(await leftOf(account)).toEqual([75, 750_000, true]);
  });

  it('reads more models than fit into one script, and the window’s end without any', async () => {
    const account = newAccount();
    const asked = Array.from({ length: 1_203 }, (_, index) => ({ ...CHAT, modelId: `m${index}` }));
    await nextWindow();
    await Promise.all([0, 499, 500, 1_202].map((index) => admit({ ...CHAT, modelId: `m${index}` }, account)));
    const seen = await peekWindows(asked, account);
    const used = seen.limits.flatMap(({ requests }, index) => (requests.remaining < 75 ? [index] : []));
    expect(used).toEqual([0, 499, 500, 1_202]);
    expect((await peekWindows([], account)).resetsAtMs).toBe(seen.resetsAtMs);
  });

  it('does not wait for a hanging Redis, and reports this process’s share, as the next request sees it', async () => {
    const account = newAccount();
    const others = await openSharedWindows(server.url);
    for (const name of ['second', 'third']) await others.beat(name, 60_000);
    await expect.poll(() => limiterState().processes).toBe(3);
    await nextWindow();
    await admit(CHAT, account);
    server.freeze();
    try {
      const began = performance.now();
      expect(await leftOf(account)).toEqual([24, 249_990, false]);
      expect(performance.now() - began).toBeLessThan(600);
      const again = performance.now();
      await leftOf(account);
      expect(performance.now() - again).toBeLessThan(100);
      expect(limiterState().redis).toBe('down');
      const { metadata } = await admit(CHAT, account);
      expect([metadata.requests?.remaining, metadata.tokens?.remaining]).toEqual([23, 249_980]);
    } finally {
      server.thaw();
      for (const name of ['second', 'third']) await others.leave(name);
      others.close();
    }
  });
});

describe('peeking at the failed-request guard in Redis', () => {
  it('reports what another process has counted and its ban', async () => {
    const other = await openSharedWindows(server.url);
    const subject = `session:${newId()}`;
    try {
      noteFailure(subject, 'failed');
      for (let count = 0; count < 4; count += 1) await other.noteFailure(`failed:${subject}`, 30_000, 20);
      await expect.poll(async () => (await peekGuards(subject, [])).failures).toBe(5);
      const key = `key:${newId()}`;
      for (let count = 0; count < 21; count += 1) await other.noteFailure(`failed:${key}`, 30_000, 20);
      const seen = await peekGuards(subject, [`key:${newId()}`, key]);
      expect(seen.ban).toBeNull();
      expect(seen.others[0]).toBeNull();
      expect(seen.others[1]?.bucket).toBe('failed');
      expect((seen.others[1]?.untilMs ?? 0) - Date.now()).toBeGreaterThan(25_000);
    } finally {
      other.close();
    }
  });

  it('reports what this process has counted while Redis is down', async () => {
    const subject = `session:${newId()}`;
    await server.kill9();
    try {
      await expect.poll(() => limiterState().redis).toBe('down');
      noteFailure(subject, 'failed');
      expect(await peekGuards(subject, [])).toEqual({ failures: 1, ban: null, others: [] });
    } finally {
      await server.restart();
    }
  });
});
