import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetAccount } from '@/lib/accounts/account-cache';
import { makeTestAccount, makeTestCookie, makeTestKey, type TestAccount } from '@/lib/accounts/test-accounts';
import { setStake } from '@/lib/ledger/stake/set-stake';
import { admit } from '@/lib/limits/admit';
import { installLimitOverrides } from '@/lib/limits/class-limits';
import type { LiveLimits } from '@/lib/limits/contract';
import { noteFailure } from '@/lib/limits/failure-guard';
import { limiter } from '@/lib/limits/limiter';
import { installCatalog } from '@/lib/models/catalog';
import { testCatalog } from '@/lib/models/test-catalog';
import { clock } from '@/lib/platform/clock';
import { database } from '@/lib/platform/db';
import { settings } from '@/lib/platform/env';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { POST as createKey } from '../../v1/api_keys/route';
import { GET } from './route';

const ROW = 'upstreams: [{ provider: openai, model: x }], price: { input: "1", output: "2" }';
const IMAGE =
  'upstreams: [{ provider: openai, model: y }], price: { generation: "0.01", upscale: { 2x: "0.02", 4x: "0.08" } }';
const MODELS = `include: []
models:
  - { id: small, name: Small One, created: 2026-03-01, class: S, ${ROW} }
  - { id: painter, type: image, created: 2026-02-01, ${IMAGE} }
  - { id: pro, class: XS, pro: true, ${ROW} }`;
/** In the middle of a minute, so that none ends during a test. */
const NOW_MS = Date.parse('2026-11-20T10:00:20Z');
const NONE = { tiers: new Map(), accounts: new Map() };
const realNow = clock.now;
let nowMs = NOW_MS;
let accounts = 0;
let ada: TestAccount;

beforeAll(async () => {
  await openTestDatabase();
  settings().failedRequestGuard = true;
});
afterAll(() => {
  settings().failedRequestGuard = false;
});
beforeEach(async () => {
  installCatalog(testCatalog(MODELS));
  nowMs += 10 * 60_000;
  clock.now = () => nowMs;
  ada = await makeTestAccount(`a${(accounts += 1)}@example.com`, 12_500_000_001n);
});
afterEach(() => {
  installLimitOverrides(NONE);
  limiter().processes = 1;
  clock.now = realNow;
});

const send = (headers: Record<string, string>) =>
  GET(new Request('http://localhost:3000/api/console/limits', { headers: { host: 'localhost:3000', ...headers } }));
const look = async (account = ada): Promise<LiveLimits> => {
  const response = await send({ cookie: await makeTestCookie(account) });
  expect(response.status).toBe(200);
  return (await response.json()) as LiveLimits;
};
const fail = (times: number, subject: string, bucket: 'failed' | 'unsupported_feature' = 'failed') => {
  for (let count = 0; count < times; count += 1) noteFailure(subject, bucket);
};
const whole = (limit: number) => ({ limit, of: limit, remaining: limit });

describe('200', () => {
  it('returns all remaining limits', async () => {
    expect(await look()).toEqual({
      now: new Date(nowMs).toISOString(),
      windowEndsAt: new Date(nowMs + 40_000).toISOString(),
      tier: 'standard',
      pro: false,
      balances: { usd: '12.500000001', diem: null },
      nextEpochBegins: '2026-11-21T00:00:00.000Z',
      models: [
        {
          modelId: 'small',
          name: 'Small One',
          type: 'text',
          limitClass: 'text_S',
          requests: whole(75),
          tokens: whole(750_000),
        },
        {
          modelId: 'painter',
          name: 'painter',
          type: 'image',
          limitClass: 'image',
          requests: whole(20),
          tokens: null,
        },
        {
          modelId: 'endpoint:api/v1/api_keys',
          name: 'Create a key',
          type: 'endpoint',
          limitClass: 'create_key',
          requests: whole(20),
          tokens: null,
        },
        {
          modelId: 'endpoint:api/v1',
          name: 'All other requests',
          type: 'endpoint',
          limitClass: 'api',
          requests: whole(600),
          tokens: null,
        },
      ],
      guard: { failures: 0, limit: 20, spanSeconds: 30, bannedUntil: null, reason: null, bannedKeys: [] },
      counting: 'memory',
      exact: true,
      processes: 1,
    });
  });

  it('follows requests, uses nothing itself, and resets in the next minute', async () => {
    await admit({ limitClass: 'text_S', modelId: 'small', tokens: 1_000 }, ada);
    const other = await makeTestAccount(`b${accounts}@example.com`);
    for (let count = 0; count < 5; count += 1) await look();
    const left = { requests: { remaining: 74 }, tokens: { remaining: 749_000 } };
    expect((await look()).models[0]).toMatchObject(left);
    expect((await look(other)).models[0]?.requests).toEqual(whole(75));
    nowMs += 40_000;
    expect((await look()).models[0]?.requests).toEqual(whole(75));
  });

  it('shows the usage of the endpoint that creates keys', async () => {
    const body = JSON.stringify({ apiKeyType: 'INFERENCE', description: '' });
    const headers = { cookie: await makeTestCookie(ada), host: 'localhost:3000', 'content-type': 'application/json' };
    await createKey(new Request('http://localhost:3000/api/v1/api_keys', { method: 'POST', headers, body }));
    const row = (await look()).models.find(({ type }) => type === 'endpoint');
    expect(row?.requests).toEqual({ limit: 20, of: 20, remaining: 19 });
  });

  it('returns the account’s tier and limits, its daily DIEM, and the models for Pro accounts if it is one', async () => {
    await setStake({ accountId: ada.id, stakedNano: 3_000_000_000n });
    await database().query("update account set tier = 'partner', pro = true where id = $1", [ada.id]);
    forgetAccount(ada.id);
    const own = new Map([[ada.email, new Map([['image', { requestsPerMinute: 7 }]])]]);
    installLimitOverrides({ ...NONE, accounts: own });
    const seen = await look();
    expect(seen).toMatchObject({ tier: 'partner', pro: true, balances: { diem: { left: '3', ofDay: '3' } } });
    expect(seen.models.map(({ modelId, requests }) => [modelId, requests.limit])).toEqual([
      ['small', 150],
      ['painter', 7],
      ['pro', 500],
      ['endpoint:api/v1/api_keys', 20],
      ['endpoint:api/v1', 1_200],
    ]);
  });

  it('says if it only knows a share', async () => {
    limiter().processes = 4;
    const seen = await look();
    expect(seen).toMatchObject({ counting: 'shared', exact: false, processes: 4 });
    expect(seen.models[0]?.requests).toEqual({ limit: 75, of: 18, remaining: 18 });
  });

  it('returns the failures of this account’s sessions, and its bans', async () => {
    const other = await makeTestAccount(`c${accounts}@example.com`);
    const [mine, theirs] = [await makeTestKey(ada.id), await makeTestKey(other.id)];
    fail(3, `session:${ada.id}`);
    expect((await look()).guard).toMatchObject({ failures: 3, bannedUntil: null });
    fail(18, `session:${ada.id}`);
    fail(201, `key:${mine.id}`, 'unsupported_feature');
    fail(21, `key:${theirs.id}`);
    const until = new Date(nowMs + 30_000).toISOString();
    expect((await look()).guard).toEqual({
      failures: 0,
      limit: 20,
      spanSeconds: 30,
      bannedUntil: until,
      reason: 'failed',
      bannedKeys: [
        {
          id: mine.id,
          description: 'test',
          last6Chars: mine.secret.slice(-6),
          bannedUntil: until,
          reason: 'unsupported_feature',
        },
      ],
    });
    const theirView = (await look(other)).guard;
    expect(theirView).toMatchObject({ failures: 0, bannedUntil: null });
    expect(theirView?.bannedKeys.map(({ id }) => id)).toEqual([theirs.id]);
  });
});

describe('200 without the failed-request guard', () => {
  it('says that failures are not counted', async () => {
    settings().failedRequestGuard = false;
    try {
      expect((await look()).guard).toBeNull();
    } finally {
      settings().failedRequestGuard = true;
    }
  });
});

describe('401', () => {
  it('without a session, also with a key of the account', async () => {
    const { secret } = await makeTestKey(ada.id);
    expect((await send({})).status).toBe(401);
    expect((await send({ authorization: `Bearer ${secret}` })).status).toBe(401);
  });
});
