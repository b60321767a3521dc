import { beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import type { Account } from '@/lib/accounts/caller';
import { trackInFlight } from '@/lib/ledger/charge/in-flight';
import { hold } from '@/lib/ledger/hold';
import { newHoldId } from '@/lib/ledger/hold-id';
import { release } from '@/lib/ledger/release';
import { settle } from '@/lib/ledger/settle';
import { testRecord } from '@/lib/ledger/testing/test-orders';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET } from './route';

const REQUEST = '0123456789abcdef-SVC';
let ada: Account;

beforeAll(async () => {
  await openTestDatabase();
  ada = await makeTestAccount('ada@example.com', 1_000_000_000n);
  const held = await hold({
    id: REQUEST,
    accountId: ada.id,
    keyId: null,
    maximumNano: 900_000n,
    minimumNano: 1n,
    ttlSeconds: 60,
  });
  await settle({
    hold: held,
    bill: {
      costNano: 400_020n,
      lines: [
        { kind: 'input', units: 20, rateNano: 1_000_000n, costNano: 20n },
        { kind: 'output', units: 7, rateNano: 57_142_857_143n, costNano: 400_000n },
      ],
      estimated: false,
    },
    record: testRecord({
      requestId: REQUEST,
      modelId: 'smollm2-135m',
      ending: 'client_left',
      status: 499,
      firstTokenMs: 120,
      durationMs: 900,
    }),
  });
});

async function ticket(requestId: string, headers: Record<string, string>) {
  const request = new Request(`http://localhost:3000/api/console/requests/${encodeURIComponent(requestId)}`, {
    headers: { host: 'localhost:3000', ...headers },
  });
  const response = await GET(request, { params: Promise.resolve({ requestId }) });
  return { status: response.status, body: await response.json() };
}

describe('200', () => {
  it('returns the cost of the request, in exact decimal strings', async () => {
    expect(await ticket(REQUEST, { cookie: await makeTestCookie(ada) })).toEqual({
      status: 200,
      body: {
        requestId: REQUEST,
        modelId: 'smollm2-135m',
        currency: 'USD',
        held: '0.0009',
        charged: '0.00040002',
        absorbed: '0',
        balanceAfter: '0.99959998',
        lines: [
          { kind: 'input', units: 20, rate: '0.001', cost: '0.00000002' },
          { kind: 'output', units: 7, rate: '57.142857143', cost: '0.0004' },
        ],
        estimated: false,
        ending: 'client_left',
        firstTokenMs: 120,
        durationMs: 900,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
  });
});

describe('200 without a receipt yet', () => {
  it('while the request is running or its charge is pending, for its own account only', async () => {
    const requestId = '00000000000000aa-SVC';
    const heidi = await makeTestAccount('heidi@example.com');
    const leave = trackInFlight({ requestId, accountId: ada.id });
    expect(await ticket(requestId, { cookie: await makeTestCookie(ada) })).toEqual({
      status: 200,
      body: { requestId, pending: true },
    });
    expect((await ticket(requestId, { cookie: await makeTestCookie(heidi) })).status).toBe(404);
    leave();
    expect((await ticket(requestId, { cookie: await makeTestCookie(ada) })).status).toBe(404);
  });
});

describe('200 while its hold is open', () => {
  const cookie = () => makeTestCookie(ada);
  const holdOf = (requestId: string) =>
    hold({
      id: newHoldId(requestId, Date.now()),
      accountId: ada.id,
      keyId: null,
      maximumNano: 1n,
      minimumNano: 1n,
      ttlSeconds: 60,
    });

  it('in another process, until it is released; other requests are not pending because of it', async () => {
    const requestId = '00000000000000bb-SVC';
    const held = await holdOf(requestId);
    expect(await ticket(requestId, { cookie: await cookie() })).toEqual({
      status: 200,
      body: { requestId, pending: true },
    });
    expect((await ticket('00000000000000cc-SVC', { cookie: await cookie() })).status).toBe(404);
    await release({ holdId: held.id });
    expect((await ticket(requestId, { cookie: await cookie() })).status).toBe(404);
  });

  it('also for an hour after its expiry: an outage may have delayed the charge', async () => {
    const requestId = '00000000000000dd-SVC';
    const { id } = await holdOf(requestId);
    const expire = (ago: string) =>
      database().query('update ledger_hold set expires_at = ledger_now() - $2::interval where id = $1', [id, ago]);
    await expire('59 minutes');
    expect(await ticket(requestId, { cookie: await cookie() })).toMatchObject({ body: { pending: true } });
    await expire('61 minutes');
    expect((await ticket(requestId, { cookie: await cookie() })).status).toBe(404);
  });
});

describe('401', () => {
  it('without a session, also with a key of the account', async () => {
    const { secret } = await makeTestKey(ada.id);
    expect((await ticket(REQUEST, {})).status).toBe(401);
    expect((await ticket(REQUEST, { authorization: `Bearer ${secret}` })).status).toBe(401);
  });
});

describe('404', () => {
  it('for an unknown request, and for another account’s', async () => {
    const grace = await makeTestAccount('grace@example.com');
    for (const id of ['fedcba9876543210-SVC', 'nonsense', '\0', `${REQUEST}\0`]) {
      expect((await ticket(id, { cookie: await makeTestCookie(ada) })).status, JSON.stringify(id)).toBe(404);
    }
    const theirs = await ticket(REQUEST, { cookie: await makeTestCookie(grace) });
    expect(theirs).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
