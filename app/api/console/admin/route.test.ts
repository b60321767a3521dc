import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { authenticateKey } from '@/lib/accounts/keys/authenticate-key';
import { resetPassword } from '@/lib/accounts/sign-in/reset-password';
import { signUp } from '@/lib/accounts/sign-up/sign-up';
import { makeTestAccount, makeTestCookie, makeTestKey, type TestAccount } from '@/lib/accounts/test-accounts';
import type { AccountPage, ErrorPage, ModelsView } from '@/lib/admin/contract';
import { newId } from '@/lib/core/ids';
import { webDispatch } from '@/lib/http/test-dispatch';
import { hold } from '@/lib/ledger/hold';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import { settle } from '@/lib/ledger/settle';
import { testBill, testOrder, testRecord } from '@/lib/ledger/testing/test-orders';
import { installCatalog } from '@/lib/models/catalog';
import { testCatalog } from '@/lib/models/test-catalog';
import { database, type Database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import * as credit from './accounts/[id]/credit/route';
import * as resetLink from './accounts/[id]/reset-link/route';
import * as account from './accounts/[id]/route';
import * as stake from './accounts/[id]/stake/route';
import * as accounts from './accounts/route';
import * as errors from './errors/route';
import * as invites from './invites/route';
import * as models from './models/route';

const ADMIN = '/api/console/admin';
const dispatch = webDispatch({
  [`${ADMIN}/accounts`]: accounts,
  [`${ADMIN}/accounts/[id]`]: account,
  [`${ADMIN}/accounts/[id]/credit`]: credit,
  [`${ADMIN}/accounts/[id]/reset-link`]: resetLink,
  [`${ADMIN}/accounts/[id]/stake`]: stake,
  [`${ADMIN}/errors`]: errors,
  [`${ADMIN}/invites`]: invites,
  [`${ADMIN}/models`]: models,
});

let db: Database;
let owner: TestAccount;
let ada: TestAccount;
let made = 0;
const cookies = { owner: '', ada: '' };
beforeAll(async () => {
  db = await openTestDatabase();
  owner = await makeTestAccount('owner@example.com');
  cookies.owner = await makeTestCookie(owner);
});
beforeEach(async () => {
  ada = await makeTestAccount(`ada${(made += 1)}@example.com`, 5_000_000_000n);
  cookies.ada = await makeTestCookie(ada);
});
afterAll(() => db.close());

type Answer = { status: number; body: Record<string, unknown> & { details?: object } };

async function call(method: string, path: string, body?: unknown, cookie = cookies.owner): Promise<Answer> {
  const headers: Record<string, string> = {
    host: 'localhost:3000',
    ...(cookie ? { cookie } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await dispatch(new Request(`http://localhost:3000${ADMIN}${path}`, init));
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}
const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call(method, path, body);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body as T;
};
const list = (query: string) => ok<AccountPage>('GET', `/accounts?${query}`);
const found = async (q: string) => (await list(`q=${encodeURIComponent(q)}`)).data.map(({ id }) => id);
const change = (id: string, body: unknown) => call('PATCH', `/accounts/${id}`, body);
const wallet = (digit: string) => `0x${digit.repeat(40)}`;

async function makeWalletAccount(address: string, name: string | null = null): Promise<string> {
  const id = newId();
  await database().query('insert into account (id, wallet_address, name, role) values ($1, $2, $3, $4)', [
    ...[id, address, name, 'member'],
  ]);
  return id;
}

async function remove(id: string): Promise<void> {
  await database().query(
    'update account set email = null, wallet_address = null, name = null, deleted_at = now() where id = $1',
    [id],
  );
}

describe('200 accounts', () => {
  it('returns everything about an account, with exact amounts', async () => {
    const { id: keyId } = await makeTestKey(ada.id);
    await makeTestKey(ada.id, { expiresAt: new Date(0) });
    const held = await hold(testOrder(ada.id, { keyId, maximumNano: 1_000_000_007n, minimumNano: 1n }));
    await settle({ hold: held, bill: testBill(1_000_000_007n), record: testRecord() });
    await hold(testOrder(ada.id, { maximumNano: 500_000_000n }));
    await ok('PUT', `/accounts/${ada.id}/stake`, { diem: '3' });
    const expected = {
      ...{ id: ada.id, email: ada.email, walletAddress: null, name: null, role: 'member', tier: 'standard' },
      linkedWallets: [],
      ...{ pro: false, blocked: false, deleted: false, createdAt: expect.stringMatching(/^\d{4}-.*Z$/), keys: 1 },
      ...{ balanceUsd: '3.499999993', balanceDiem: '3', stakedDiem: '3', stakeWallet: null },
      lastUsedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect((await list(`q=${ada.email}`)).data).toEqual([expected]);
    expect(await ok('GET', `/accounts/${ada.id.toUpperCase()}`)).toEqual({ ...expected, spent30dUsd: '1.000000007' });
  });

  it('finds by part of the email, name or wallet, and by the start of the ID', async () => {
    const address = `0x12aB${'c'.repeat(36)}`;
    const other = await makeWalletAccount(address.toLowerCase(), 'Zoë 100%_sure');
    await ok('PUT', `/accounts/${ada.id}/stake`, { wallet: wallet('9') });
    expect(await found(ada.email.slice(1, -4).toUpperCase())).toEqual([ada.id]);
    expect(await found('zoë')).toEqual([other]);
    expect(await found('100%_')).toEqual([other]);
    expect(await found('_00')).toEqual([]);
    expect(await found(address.slice(0, 12))).toEqual([other]);
    expect(await found(wallet('9'))).toEqual([ada.id]);
    expect(await found(` ${ada.id.slice(0, 13)} `)).toEqual([ada.id]);
    expect(await found('nobody-has-this')).toEqual([]);
  });

  it('finds by part of a linked wallet, and of a wallet on Solana, whatever the case', async () => {
    const solana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    await database().query('insert into account_wallet (address, account_id) values ($1, $3), ($2, $3)', [
      ...[wallet('d'), solana, ada.id],
    ]);
    const holder = await makeWalletAccount('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp5eykt4UsFv8P');
    expect(await found('EPjFWdd5')).toEqual([ada.id]);
    expect(await found(wallet('d').toUpperCase())).toEqual([ada.id]);
    expect(await found('5eykt4UsFv8P8NJ')).toEqual([holder]);
    expect((await list(`q=${ada.email}`)).data).toMatchObject([{ linkedWallets: [wallet('d'), solana].sort() }]);
  });

  it('shows a deleted account without a name, which can be opened', async () => {
    await remove(ada.id);
    expect((await list(`q=${ada.id}`)).data).toMatchObject([{ email: null, walletAddress: null, deleted: true }]);
    expect(await ok('GET', `/accounts/${ada.id}`)).toMatchObject({ deleted: true, balanceUsd: '5' });
  });

  it('pages through all, newest first, without loss if many have the same time', async () => {
    await database().query(
      `insert into account (id, email, role, created_at)
        select gen_random_uuid(), 'page' || n || '@example.org', 'member', '2020-01-01T00:00:00.123456Z'
        from generate_series(1, 7) n`,
    );
    const seen: string[] = [];
    let after = '';
    do {
      const page = await list(`q=page&pageSize=3${after && `&after=${after}`}`);
      seen.push(...page.data.map(({ id }) => id));
      after = page.nextCursor ?? '';
    } while (after);
    expect(new Set(seen).size).toBe(7);
    const newest = (await list('pageSize=2')).data.map(({ id }) => id);
    expect(newest[0]).toBe(ada.id);
    expect(seen).not.toContain(newest[1]);
  });

  it('queries the ledger only for the accounts of a page', async () => {
    await database().query(
      `insert into account (id, email, role, created_at)
        select gen_random_uuid(), 'crowd' || n || '@example.net', 'member', timestamptz '2021-01-01' + n * interval '1 s'
        from generate_series(1, 20000) n`,
    );
    const started = performance.now();
    const page = await list('q=crowd&pageSize=100');
    expect(page.data[0]?.email).toBe('crowd20000@example.net');
    expect((await list(`q=crowd&pageSize=100&after=${page.nextCursor}`)).data[0]?.email).toBe('crowd19900@example.net');
    // About 0.05 s each; looking up every account in the ledger would take many times the limit.
    expect(performance.now() - started).toBeLessThan(1_000);
    await database().query("delete from account where email like 'crowd%'");
  });
});

describe('200 changes', () => {
  it('changes tier and models, and keeps omitted fields', async () => {
    expect((await change(ada.id, { tier: 'partner' })).body).toMatchObject({ tier: 'partner', pro: false });
    expect((await change(ada.id, { pro: true })).body).toMatchObject({ tier: 'partner', pro: true, blocked: false });
    const { secret } = await makeTestKey(ada.id);
    expect((await authenticateKey(secret)).account).toMatchObject({ tier: 'partner', pro: true });
    await change(ada.id, { pro: false, tier: 'standard' });
    expect((await authenticateKey(secret)).account).toMatchObject({ tier: 'standard', pro: false });
  });

  it('blocks immediately, keeps the first time, and unblocks', async () => {
    const { secret } = await makeTestKey(ada.id);
    expect((await authenticateKey(secret)).account.blocked).toBe(false);
    expect((await change(ada.id, { blocked: true })).body).toMatchObject({ blocked: true });
    expect((await authenticateKey(secret)).account.blocked).toBe(true);
    const since = () => database().query('select blocked_at from account where id = $1', [ada.id]);
    const first = await since();
    await change(ada.id, { blocked: true, pro: true });
    expect(await since()).toEqual(first);
    expect((await change(ada.id, { blocked: false })).body).toMatchObject({ blocked: false, pro: true });
    expect((await authenticateKey(secret)).account.blocked).toBe(false);
  });

  it('lets owners change their own account, but not block it', async () => {
    expect((await change(owner.id, { pro: true, blocked: false })).status).toBe(200);
  });

  it('posts credit once per reference', async () => {
    const order = { usd: '$2.50', kind: 'TOP_UP', reference: `invoice-${made}` };
    const credit = { usd: '2.5', kind: 'TOP_UP', reference: order.reference, balanceUsd: '7.5' };
    expect(await ok('POST', `/accounts/${ada.id}/credit`, order)).toEqual({ ...credit, repeated: false });
    expect(await ok('POST', `/accounts/${ada.id}/credit`, order)).toEqual({ ...credit, repeated: true });
    expect((await findBalance(ada.id)).usdNano).toBe(7_500_000_000n);
  });

  it('sets a stake, or the wallet to read it from', async () => {
    const path = `/accounts/${ada.id}/stake`;
    expect(await ok('PUT', path, { diem: '4.000000001' })).toEqual({
      ...{ stakedDiem: '4.000000001', balanceDiem: '4.000000001', walletAddress: null, reading: null },
    });
    expect(await ok('PUT', path, { wallet: `0x${'Ab'.repeat(20)}` })).toMatchObject({
      ...{ walletAddress: `0x${'ab'.repeat(20)}`, reading: 'off' },
    });
    expect(await ok('GET', `/accounts/${ada.id}`)).toMatchObject({ stakeWallet: `0x${'ab'.repeat(20)}` });
    expect(await ok('PUT', path, { diem: '0' })).toMatchObject({ stakedDiem: '0', walletAddress: null });
  });
});

describe('200 links', () => {
  const client = { address: '10.9.0.1', direct: true };
  const tokenOf = (url: string, name: string) => new URL(url).searchParams.get(name) ?? '';

  it('creates a password link', async () => {
    const link = await ok<{ url: string; expiresAt: string }>('POST', `/accounts/${ada.id}/reset-link`);
    expect(Date.parse(link.expiresAt)).toBeGreaterThan(Date.now());
    await resetPassword({ token: tokenOf(link.url, 'token'), password: 'a new password' }, { client });
  });

  it('creates an account with its link, and an invitation', async () => {
    const email = `new${made}@example.com`;
    expect(await ok('POST', '/accounts', { email: ` ${email.toUpperCase()} ` })).toMatchObject({
      ...{ email, role: 'member', resetLink: { url: expect.stringContaining('/reset-password?token=') } },
    });
    const link = await ok<{ url: string }>('POST', '/invites');
    const rules = { signUp: 'invite', loopback: true, welcomeCreditNanoUsd: 0n } as const;
    const input = { email: `guest${made}@example.com`, password: 'correct horse', invite: tokenOf(link.url, 'invite') };
    expect(await signUp(input, { client }, rules)).toMatchObject({ role: 'member' });
  });
});

describe('200 models', () => {
  it('lists every model with its upstreams', async () => {
    const text = 'price: { input: "1", output: "2" }';
    installCatalog(
      testCatalog(`include: []
models:
  - { id: usual, name: Usual, ${text}, upstreams: [{ provider: openai, model: x }, { provider: ollama, model: y }] }
  - { id: free, price: { input: "0", output: "0" }, offline: true, upstreams: [{ provider: openai, model: z }] }
  - { id: gone, pro: true, deprecation: { date: 2020-01-01 }, ${text}, upstreams: [{ provider: openai, model: x }] }`),
    );
    const { data, missing } = await ok<ModelsView>('GET', '/models');
    const unknown = {
      state: 'unknown',
      failures: 0,
      lastError: null,
      since: null,
      restsUntil: null,
      accountsLeftOut: 0,
      usageBelieved: true,
    };
    expect(data).toEqual([
      {
        ...{ id: 'usual', name: 'Usual', type: 'text', state: 'served', proOnly: false, priced: true },
        upstreams: [
          { provider: 'openai', model: 'x', ...unknown },
          { provider: 'ollama', model: 'y', ...unknown },
        ],
      },
      expect.objectContaining({ id: 'free', state: 'offline', priced: false }),
      expect.objectContaining({ id: 'gone', state: 'removed', proOnly: true, priced: true }),
    ]);
    expect(missing).toEqual([]);
  });
});

describe('200 errors', () => {
  const insert = (count: number, status: number, accountId: string | null, age: string, code = 'UNKNOWN_ERROR') =>
    database().query(
      `insert into failed_request (id, request_id, account_id, model_id, route, status, code, message, cause, duration_ms, at)
        select gen_random_uuid(), 'r' || n || '-SVC', $2::uuid, 'demo', '/api/v1/chat/completions', $3, $5, 'Failed.',
          'the disk is full', 12, now() - $4::interval from generate_series(1, $1::int) n`,
      [count, accountId, status, age, code],
    );

  it('lists only server-side errors, newest first, of ninety days, with their accounts', async () => {
    await insert(1, 400, ada.id, '1 second');
    await insert(1, 503, ada.id, '1 minute', 'MODEL_OFFLINE');
    await insert(1, 500, null, '2 days');
    await insert(1, 500, ada.id, '91 days');
    const { data, nextCursor } = await ok<ErrorPage>('GET', '/errors');
    expect(nextCursor).toBeNull();
    expect(data).toEqual([
      {
        ...{ id: expect.any(String), at: expect.stringMatching(/Z$/), requestId: 'r1-SVC', accountId: ada.id },
        ...{ account: ada.email, route: '/api/v1/chat/completions', modelId: 'demo', status: 503 },
        ...{ code: 'MODEL_OFFLINE', message: 'Failed.', cause: 'the disk is full', durationMs: 12 },
      },
      expect.objectContaining({ accountId: null, account: null, status: 500 }),
    ]);
  });

  it('continues where a page ended, also within the same instant', async () => {
    await insert(120, 500, null, '3 hours');
    const seen: string[] = [];
    let before = '';
    do {
      const page = await ok<ErrorPage>('GET', `/errors${before && `?before=${before}`}`);
      seen.push(...page.data.map(({ id }) => id));
      before = page.nextCursor ?? '';
    } while (before);
    expect(seen.length).toBe(new Set(seen).size);
    expect(seen.length).toBeGreaterThanOrEqual(122);
  });
});

describe('400', () => {
  it.each([
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=a%00b', 'q'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=101', 'pageSize'],
    ['pageSize=ten', 'pageSize'],
    ['after=nonsense', 'after'],
    [`after=${'A'.repeat(201)}`, 'after'],
    [`after=${Buffer.from('["9223372036854775807","x"]').toString('base64url')}`, 'after'],
  ])('for accounts?%s', async (query, field) => {
    const answer = await call('GET', `/accounts?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { details: { [field]: expect.anything() } } });
  });

  it('for an invalid cursor of errors', async () => {
    expect(await call('GET', '/errors?before=x')).toMatchObject({ status: 400, body: { details: { before: {} } } });
  });

  it('accepts the largest page, and the longest search', async () => {
    await list('pageSize=100');
    await list(`q=${'x'.repeat(200)}`);
  });

  it('for an invalid change', async () => {
    for (const body of [{}, { tier: 'gold' }, { pro: 'yes' }, { blocked: 1 }, { role: 'admin' }, { email: 'a@b.c' }]) {
      expect((await change(ada.id, body)).status).toBe(400);
    }
  });

  it('for owners blocking themselves, whatever the case of the ID', async () => {
    for (const id of [owner.id, owner.id.toUpperCase()]) {
      const answer = await change(id, { blocked: true, tier: 'partner' });
      expect(answer).toMatchObject({ status: 400, body: { details: { blocked: expect.anything() } } });
    }
    expect(await ok('GET', `/accounts/${owner.id}`)).toMatchObject({ blocked: false, tier: 'standard' });
  });

  it('for invalid credit', async () => {
    const good = { usd: '1', kind: 'GRANT', reference: 'r' };
    const wrong = [
      ...['0', '-1', 'ten', '1,5', '9000000000.01', '', 5].map((usd) => ({ ...good, usd })),
      ...['', 'a b', 'x'.repeat(101), 'ü'].map((reference) => ({ ...good, reference })),
      ...[{ ...good, kind: 'CHARGE' }, { ...good, email: 'a@b.c' }, { usd: '1' }],
    ];
    for (const body of wrong) expect((await call('POST', `/accounts/${ada.id}/credit`, body)).status).toBe(400);
    expect((await findBalance(ada.id)).usdNano).toBe(5_000_000_000n);
  });

  it('for an invalid stake, or two', async () => {
    const wrong = [
      {},
      { diem: '1', wallet: wallet('a') },
      { diem: '-1' },
      { diem: '$1' },
      { wallet: '0x12' },
      { x: 1 },
    ];
    for (const body of wrong) expect((await call('PUT', `/accounts/${ada.id}/stake`, body)).status).toBe(400);
  });

  it('for an account without an email address', async () => {
    for (const body of [{}, { email: 'ada' }, { email: 'a@example.com', role: 'owner' }]) {
      expect((await call('POST', '/accounts', body)).status).toBe(400);
    }
  });
});

/** Every endpoint, with valid input. */
const VERBS = (id: string): [string, string, unknown][] => [
  ['GET', '/accounts', undefined],
  ['POST', '/accounts', { email: 'stranger@example.com' }],
  ['POST', '/invites', undefined],
  ['GET', '/models', undefined],
  ['GET', '/errors', undefined],
  ...OF_ACCOUNT(id),
];
const OF_ACCOUNT = (id: string): [string, string, unknown][] => [
  ['GET', `/accounts/${id}`, undefined],
  ['PATCH', `/accounts/${id}`, { pro: true }],
  ['POST', `/accounts/${id}/credit`, { usd: '1', reference: 'x' }],
  ['PUT', `/accounts/${id}/stake`, { diem: '1' }],
  ['POST', `/accounts/${id}/reset-link`, undefined],
];

describe('401', () => {
  it('without a session', async () => {
    for (const [method, path, body] of VERBS(ada.id)) {
      expect([path, (await call(method, path, body, '')).status]).toEqual([path, 401]);
    }
  });
});

describe('403', () => {
  it('for a member, at every endpoint, also about their own account', async () => {
    for (const [method, path, body] of VERBS(ada.id)) {
      const answer = await call(method, path, body, cookies.ada);
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'UNAUTHORIZED']);
    }
    expect((await findBalance(ada.id)).usdNano).toBe(5_000_000_000n);
  });
});

describe('404', () => {
  it('for an unknown ID', async () => {
    for (const id of [newId(), 'nonsense', '%00', "x'%20or%20true"]) {
      for (const [method, path, body] of OF_ACCOUNT(id)) {
        expect([path, (await call(method, path, body)).status]).toEqual([path, 404]);
      }
    }
  });
});

describe('409', () => {
  it('for a reference of a different credit', async () => {
    const order = { usd: '1', kind: 'GRANT', reference: `twice-${made}` };
    await ok('POST', `/accounts/${ada.id}/credit`, order);
    for (const more of [{ usd: '2' }, { kind: 'REFUND' }]) {
      expect((await call('POST', `/accounts/${ada.id}/credit`, { ...order, ...more })).status).toBe(409);
    }
    expect((await call('POST', `/accounts/${owner.id}/credit`, order)).status).toBe(409);
    expect((await findBalance(ada.id)).usdNano).toBe(6_000_000_000n);
  });

  it('for a wallet or an email of another account, and a password without an email', async () => {
    await ok('PUT', `/accounts/${ada.id}/stake`, { wallet: wallet('7') });
    expect((await call('PUT', `/accounts/${owner.id}/stake`, { wallet: wallet('7') })).status).toBe(409);
    expect((await call('POST', '/accounts', { email: ada.email })).status).toBe(409);
    const other = await makeWalletAccount(wallet(String(made % 10)).replace('0x00', '0xff'));
    expect((await call('POST', `/accounts/${other}/reset-link`)).status).toBe(409);
  });
});

describe('410', () => {
  it('for every change of a deleted account', async () => {
    await remove(ada.id);
    for (const [method, path, body] of OF_ACCOUNT(ada.id).slice(1)) {
      expect([path, (await call(method, path, body)).status]).toEqual([path, 410]);
    }
    expect((await findBalance(ada.id)).usdNano).toBe(5_000_000_000n);
  });
});

describe('the sum of thirty days', () => {
  it('is omitted if it could not be computed in time', async () => {
    const held = await hold(testOrder(ada.id, { maximumNano: 400n }));
    await settle({ hold: held, bill: testBill(400n), record: testRecord() });
    // A clock that runs fast: every reading is three seconds later.
    let nowMs = Date.now();
    const spy = vi.spyOn(Date, 'now').mockImplementation(() => (nowMs += 3_000));
    const { status, body } = await call('GET', `/accounts/${ada.id}`);
    spy.mockRestore();
    expect([status, body.spent30dUsd]).toEqual([200, null]);
  });
});
