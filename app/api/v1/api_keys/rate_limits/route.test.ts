import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetAccount } from '@/lib/accounts/account-cache';
import { makeTestAccount, makeTestCookie, makeTestKey, type TestAccount } from '@/lib/accounts/test-accounts';
import type { NewKey } from '@/lib/accounts/keys/api-keys';
import { RateLimits } from '@/lib/keys/contract';
import { hold } from '@/lib/ledger/hold';
import { setStake } from '@/lib/ledger/stake/set-stake';
import { installLimitOverrides } from '@/lib/limits/class-limits';
import { installCatalog } from '@/lib/models/catalog';
import { testCatalog } from '@/lib/models/test-catalog';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET } from './route';

const ROW = 'upstreams: [{ provider: openai, model: x }], price: { input: "1", output: "2" }';
const MODELS = `include: []
models:
  - { id: small, created: 2026-03-01, class: S, ${ROW} }
  - { id: large, class: L, privacy: anonymized, ${ROW} }
  - { id: pro, class: XS, pro: true, ${ROW} }
  - { id: going, class: M, deprecation: { date: 2999-12-31 }, ${ROW} }`;
const NONE = { tiers: new Map(), accounts: new Map() };
let accounts = 0;
let account: TestAccount;

beforeAll(async () => {
  await openTestDatabase();
});
beforeEach(async () => {
  installCatalog(testCatalog(MODELS));
  account = await makeTestAccount(`a${(accounts += 1)}@example.com`, 12_500_000_000n);
});
afterEach(() => {
  installLimitOverrides(NONE);
  vi.useRealTimers();
});

const send = async (headers: Record<string, string>) => {
  const response = await GET(new Request('http://localhost:3000/api/v1/api_keys/rate_limits', { headers }));
  return { status: response.status, body: await response.json() };
};
const report = async (headers: Record<string, string>): Promise<RateLimits['data']> => {
  const { status, body } = await send(headers);
  expect(status).toBe(200);
  expect(RateLimits.parse(body)).toEqual(body);
  return RateLimits.parse(body).data;
};
const withKey = async (wanted: Partial<NewKey> = {}) => {
  const key = await makeTestKey(account.id, { type: 'INFERENCE', ...wanted });
  return { ...key, headers: { authorization: `Bearer ${key.secret}` } };
};
const set = async (change: string) => {
  await database().query(`update account set ${change} where id = $1`, [account.id]);
  forgetAccount(account.id);
};
const RPM = (amount: number) => ({ type: 'RPM', amount });
const TPM = (amount: number) => ({ type: 'TPM', amount });
const SMALL = { apiModelId: 'small', rateLimits: [RPM(75), TPM(750_000)] };
const LARGE = { apiModelId: 'large', rateLimits: [RPM(20), TPM(500_000)] };
const GOING = { apiModelId: 'going', rateLimits: [RPM(50), TPM(750_000)] };

describe('200', () => {
  it('reports on the calling key of any type', async () => {
    const expected = {
      accessPermitted: true,
      apiTier: { id: 'paid', isCharged: true },
      balances: { USD: 12.5, DIEM: 0 },
      keyExpiration: null,
      nextEpochBegins: new Date(new Date().setUTCHours(24, 0, 0, 0)).toISOString(),
      rateLimits: [SMALL, GOING, LARGE],
    };
    expect(await report((await withKey()).headers)).toEqual(expected);
    expect(await report((await withKey({ type: 'ADMIN' })).headers)).toEqual(expected);
  });

  it('reports to a browser session on its account', async () => {
    expect(await report({ cookie: await makeTestCookie(account), host: 'localhost:3000' })).toMatchObject({
      accessPermitted: true,
      balances: { USD: 12.5, DIEM: 0 },
      keyExpiration: null,
    });
  });

  it('returns when the key expires and when the day ends', async () => {
    const { headers } = await withKey({ expiresAt: new Date('2999-01-31T06:00:00Z') });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-31T23:59:59.999Z') });
    expect(await report(headers)).toMatchObject({
      keyExpiration: '2999-01-31T06:00:00.000Z',
      nextEpochBegins: '2027-01-01T00:00:00.000Z',
    });
    vi.setSystemTime('2027-01-01T00:00:00Z');
    expect((await report(headers)).nextEpochBegins).toBe('2027-01-02T00:00:00.000Z');
  });

  it('caps the balances at what the key may still spend', async () => {
    await setStake({ accountId: account.id, stakedNano: 3_000_000_000n });
    const { headers, id } = await withKey({ limitUsdNano: 5_000_000_000n });
    expect((await report(headers)).balances).toEqual({ USD: 5, DIEM: 3 });
    const amount = 3_500_000_000n;
    const order = { id: `h${accounts}`, accountId: account.id, keyId: id, maximumNano: amount, minimumNano: amount };
    await hold({ ...order, ttlSeconds: 60 });
    expect((await report(headers)).balances).toEqual({ USD: 1.5, DIEM: 3 });
    expect((await report((await withKey()).headers)).balances).toEqual({ USD: 9, DIEM: 3 });
  });

  it.each([
    ['a key without anything left', { limitUsdNano: 0n, limitDiemNano: 0n }, false],
    ['a key that may only spend DIEM, of which there is none', { limitUsdNano: 0n }, false],
    ['a key with the least amount', { limitUsdNano: 1n }, true],
  ])('permits access like the admission: %s', async (_which, limits, expected) => {
    expect((await report((await withKey(limits)).headers)).accessPermitted).toBe(expected);
  });

  it('refuses access if the account has no credit, or is blocked but still cached', async () => {
    const { headers } = await withKey();
    expect((await report(headers)).accessPermitted).toBe(true);
    // The cache is not invalidated: it still says active, and the admission must not rely on it.
    await database().query('update account set blocked_at = now() where id = $1', [account.id]);
    expect(await report(headers)).toMatchObject({ accessPermitted: false, balances: { USD: 12.5 } });
    account = await makeTestAccount(`a${(accounts += 1)}@example.com`);
    expect(await report((await withKey()).headers)).toMatchObject({
      accessPermitted: false,
      balances: { USD: 0, DIEM: 0 },
    });
  });

  it('lists the models that this key may call, as long as they are served', async () => {
    const { headers } = await withKey({ modelPrivacy: 'PRIVATE_ONLY' });
    expect((await report(headers)).rateLimits).toEqual([SMALL, GOING]);
    installCatalog(testCatalog(MODELS.replace('2999', '2020')));
    expect((await report(headers)).rateLimits).toEqual([SMALL]);
    await set('pro = true');
    expect((await report(headers)).rateLimits.map(({ apiModelId }) => apiModelId)).toEqual(['small', 'pro']);
  });

  it('returns the limits of the account’s tier, and its own', async () => {
    const { headers } = await withKey();
    await set("tier = 'partner'");
    const partner = await report(headers);
    expect(partner.apiTier).toEqual({ id: 'partner', isCharged: true });
    expect(partner.rateLimits[0]).toEqual({ apiModelId: 'small', rateLimits: [RPM(150), TPM(1_500_000)] });
    const own = new Map([[account.email, new Map([['text_S', { requestsPerMinute: 7 }]])]]);
    installLimitOverrides({ ...NONE, accounts: own });
    expect((await report(headers)).rateLimits[0]?.rateLimits[0]).toEqual(RPM(7));
  });
});

describe('401', () => {
  it('for an invalid key', async () => {
    const { status, body } = await send({ authorization: 'Bearer nonsense' });
    expect([status, body.code]).toEqual([401, 'AUTHENTICATION_FAILED']);
  });
});

describe('402', () => {
  it('without any credential', async () => {
    expect((await send({})).status).toBe(402);
  });
});

describe('403', () => {
  it('for a blocked account', async () => {
    const { headers } = await withKey();
    await set('blocked_at = now()');
    expect((await send(headers)).status).toBe(403);
  });
});
