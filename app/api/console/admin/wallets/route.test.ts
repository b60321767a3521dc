import { address } from '@solana/kit';
import { getAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, type TestAccount } from '@/lib/accounts/test-accounts';
import type { CheckedPayment, PaymentPage, RecordedRefund, WalletsView } from '@/lib/admin/contract';
import { makeCreditedPayment, makeFailedPayment, makePayment, PAYER } from '@/lib/admin/wallets/test-payments';
import { newId } from '@/lib/core/ids';
import { BASE, SOLANA } from '@/lib/core/wallet';
import { webDispatch } from '@/lib/http/test-dispatch';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import { clock } from '@/lib/platform/clock';
import { type Database, database } from '@/lib/platform/db';
import { settings } from '@/lib/platform/env';
import { processState } from '@/lib/platform/process-state';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import type { ConsoleWallet } from '@/lib/x402/contract';
import { startTestService } from '@/lib/x402/facilitator/test-service';
import { payForAccount } from '@/lib/x402/console/pay';
import { startTestNetworks, type TestNetworks } from '@/lib/x402/test-networks';
import { markRechecked } from '@/lib/x402/top-up/store';
import { topUp } from '@/lib/x402/top-up/top-up';
import * as ownWallet from '../../wallet/route';
import * as check from './payments/[id]/check/route';
import * as refunds from './payments/[id]/refunds/route';
import * as payments from './payments/route';
import * as wallets from './route';

const WALLETS = '/api/console/admin/wallets';
const OWN_WALLET = '/api/console/wallet';
const dispatch = webDispatch({
  [WALLETS]: wallets,
  [OWN_WALLET]: ownWallet,
  [`${WALLETS}/payments`]: payments,
  [`${WALLETS}/payments/[id]/check`]: check,
  [`${WALLETS}/payments/[id]/refunds`]: refunds,
});

const realNow = clock.now;
let opened: Database;
let networks: TestNetworks;
let configured: ReturnType<typeof settings>['wallets'];
let ada: TestAccount;
let made = 0;
const cookies = { owner: '', ada: '' };
beforeAll(async () => {
  opened = await openTestDatabase();
  networks = await startTestNetworks();
  configured = settings().wallets;
  cookies.owner = await makeTestCookie(await makeTestAccount('owner@example.com'));
});
beforeEach(async () => {
  settings().wallets = structuredClone(configured);
  processState<{ last: unknown }>('admin.wallets', () => ({ last: null })).last = null;
  await database().query('delete from wallet_payment');
  ada = await makeTestAccount(`ada${(made += 1)}@example.com`);
  cookies.ada = await makeTestCookie(ada);
});
afterEach(() => {
  clock.now = realNow;
  networks.base.faults.clear();
  networks.solana.faults.clear();
  networks.solana.faults.hideStatus(false);
});
afterAll(async () => {
  await networks.stop();
  await opened.close();
});

type Answer = { status: number; body: Record<string, unknown> & { code?: string; error?: string } };

async function call(method: string, path: string, body?: unknown, cookie = cookies.owner): Promise<Answer> {
  const headers: Record<string, string> = { host: 'localhost:3000', ...(cookie ? { cookie } : {}) };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await dispatch(new Request(`http://localhost:3000${WALLETS}${path}`, init));
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}
const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call(method, path, body);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body as T;
};
const view = async () => (await ok<WalletsView>('GET', '')).networks;
const page = (query = '') => ok<PaymentPage>('GET', `/payments${query}`);

describe('GET wallets', () => {
  it('shows what receivers and fee payers have, and that nothing is wrong', async () => {
    const { payTo } = configured;
    await networks.base.fundUsdc(getAddress(payTo[BASE] ?? ''), 1_500_000n);
    await networks.solana.fundUsdc(address(payTo[SOLANA] ?? ''), 12_345_678n);
    const [base, solana] = await view();
    expect(base).toMatchObject({
      ...{ network: BASE, receiver: { address: payTo[BASE], balanceUsdc: '1.5' } },
      ...{ feePayer: { unit: 'ETH', balance: '1', minimum: '0.0005' }, facilitators: [], problems: [] },
    });
    expect(solana).toMatchObject({
      ...{ network: SOLANA, receiver: { address: payTo[SOLANA], balanceUsdc: '12.345678' } },
      ...{ feePayer: { unit: 'SOL', balance: '1', minimum: '0.01' }, facilitators: [], problems: [] },
    });
  });

  it('asks the nodes once in ten seconds', async () => {
    let asked = 0;
    networks.base.faults.lie('eth_chainId', (truth) => {
      asked += 1;
      return truth;
    });
    await Promise.all([view(), view(), view()]);
    const atFirst = asked;
    await view();
    expect(asked).toBe(atFirst);
    clock.now = () => realNow() + 10_000;
    await view();
    expect(asked).toBe(2 * atFirst);
  });

  it('warns of an empty fee payer, another chain, and a node that does not answer', async () => {
    networks.base.faults.lie('eth_getBalance', () => '0x10');
    networks.solana.faults.lie('getGenesisHash', () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG');
    const [base, solana] = await view();
    expect(base?.feePayer?.balance).toBe('0.000000000000000016');
    expect(base?.problems).toEqual([expect.stringMatching(/to pay fees: send it 0\.0005 ETH or more\.$/)]);
    expect(solana).toMatchObject({ receiver: { balanceUsdc: null }, feePayer: { balance: null } });
    expect(solana?.problems).toEqual(['The node of X402_SOLANA_RPC_URL is not on the main network of Solana.']);

    clock.now = () => realNow() + 20_000;
    networks.base.faults.answer500();
    const [silent] = await view();
    expect(silent).toMatchObject({ receiver: { balanceUsdc: null }, feePayer: { balance: null } });
    expect(silent?.problems).toEqual([expect.stringContaining('X402_BASE_RPC_URL does not answer')]);
  });

  it('shows the services that send payments, and which of them answer', async () => {
    processState('x402.facilitator-support', () => new Map()).clear();
    settings().wallets.signerKey = {};
    const service = await startTestService(networks);
    const silent = 'http://user:secret@127.0.0.1:9/x402';
    settings().wallets.facilitatorUrls = [service.url, silent];
    const [base] = await view();
    expect(base).toMatchObject({ feePayer: null, problems: [] });
    expect(base?.facilitators).toEqual([
      { name: new URL(service.url).host, state: 'working', at: expect.any(String) as string },
      { name: '127.0.0.1:9/x402', state: 'never_answered', at: null },
    ]);
    await service.stop();
    clock.now = () => realNow() + 700_000;
    expect((await view())[0]?.facilitators[0]).toMatchObject({ state: 'silent', at: expect.any(String) as string });
  });

  it('names credits whose payments were undone', async () => {
    const { id } = await makeCreditedPayment(ada.id);
    await markRechecked(id, true);
    const [base, solana] = await view();
    expect(base?.problems).toEqual([]);
    expect(solana?.problems).toEqual([expect.stringMatching(/credited, and then undone by the network: 1\./)]);
    expect((await page()).data).toMatchObject([{ id, state: 'credited', reason: expect.any(String) as string }]);
  });

  it('is empty where no payments are received', async () => {
    settings().wallets.payTo = {};
    expect(await view()).toEqual([]);
  });
});

describe('GET payments', () => {
  it('lists the open ones first, then the failed, then the credited, with everything about them', async () => {
    const credited = await makeCreditedPayment(ada.id);
    const failed = await makeFailedPayment(ada.id);
    const open = await makePayment(ada.id, { network: BASE, amountMicro: 7_250_000n });
    const { data, nextCursor } = await page();
    expect(nextCursor).toBeNull();
    expect(data.map(({ id }) => id)).toEqual([open.id, failed.id, credited.id]);
    expect(data[0]).toEqual({
      ...{ id: open.id, network: BASE, payer: PAYER, account: { id: ada.id, name: ada.email } },
      ...{ amountUsd: '7.25', state: 'verified', transactionId: null, attempts: 0, reason: null },
      ...{ refunds: [], refundableUsd: '0' },
      ...{ createdAt: expect.stringMatching(/Z$/) as string, updatedAt: expect.stringMatching(/Z$/) as string },
      nextCheckAt: expect.stringMatching(/Z$/) as string,
    });
    expect(data[1]).toMatchObject({ state: 'failed', reason: 'the blockhash has expired', nextCheckAt: null });
    expect(data[2]).toMatchObject({
      state: 'credited',
      transactionId: `transaction-${credited.id}`,
      nextCheckAt: null,
    });
    expect(JSON.stringify(data)).not.toContain('signed');
    for (const [state, id] of [
      ['open', open.id],
      ['failed', failed.id],
      ['credited', credited.id],
    ]) {
      expect((await page(`?state=${state}`)).data.map((row) => row.id)).toEqual([id]);
    }
  });

  it('is read a page at a time, each payment once', async () => {
    const insert = (state: string, count: number) =>
      database().query(
        `insert into wallet_payment (id, network, payment_key, payer, pay_to, amount_micro, state, expires_at, from_block,
             lease_until, created_at)
           select gen_random_uuid(), $1, gen_random_uuid()::text, 'p', 'r', 5000000, $2, 1, 1, now(),
             now() - (n / 3) * interval '1 second' from generate_series(1, $3::int) n`,
        [BASE, state, count],
      );
    await insert('settling', 60);
    await insert('failed', 30);
    await insert('credited', 40);
    const seen: string[] = [];
    const states: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { data, nextCursor }: PaymentPage = await page(cursor && `?after=${encodeURIComponent(cursor)}`);
      expect(data.length).toBeLessThanOrEqual(50);
      seen.push(...data.map(({ id }) => id));
      states.push(...data.map(({ state }) => state));
      cursor = nextCursor;
    }
    expect(new Set(seen).size).toBe(130);
    expect(states).toEqual([
      ...Array.from({ length: 60 }, () => 'settling'),
      ...Array.from({ length: 30 }, () => 'failed'),
      ...Array.from({ length: 40 }, () => 'credited'),
    ]);
  });

  it('refuses other states and cursors, naming them', async () => {
    for (const [query, field] of [
      ['state=pending', 'state'],
      ['after=nonsense', 'after'],
      ['after=9', 'after'],
      ['after=0abc', 'after'],
      [`after=${'1'.repeat(201)}`, 'after'],
    ]) {
      const { status, body } = await call('GET', `/payments?${query}`);
      expect([query, status]).toEqual([query, 400]);
      expect(body.error).toContain(field);
    }
  });
});

describe('POST check', () => {
  it('credits a payment that its network shows by now', async () => {
    networks.solana.faults.hideStatus(true);
    const header = await (await networks.payer(SOLANA)).header();
    const sent = await topUp(header, ada.id, new AbortController().signal, 1_000);
    expect(sent.state).toBe('settling');
    // The worker's pause has not ended: the payment is left to it.
    expect(await ok<CheckedPayment>('POST', `/payments/${sent.id}/check`)).toMatchObject({
      checked: false,
      payment: { id: sent.id, state: 'settling', attempts: 1 },
    });
    networks.solana.faults.hideStatus(false);
    await database().query(`update wallet_payment set lease_until = now() - interval '1 second'`);
    expect(await ok<CheckedPayment>('POST', `/payments/${sent.id}/check`)).toMatchObject({
      checked: true,
      payment: { id: sent.id, state: 'credited', amountUsd: '5', refundableUsd: '5' },
    });
    expect((await findBalance(ada.id)).usdNano).toBe(5_000_000_000n);
    expect(await ok<CheckedPayment>('POST', `/payments/${sent.id}/check`)).toMatchObject({
      checked: false,
      payment: { state: 'credited' },
    });
  });

  it('leaves a payment open while its node does not answer', async () => {
    const { id } = await makePayment(ada.id);
    networks.solana.faults.answer500();
    const { checked, payment } = await ok<CheckedPayment>('POST', `/payments/${id}/check`);
    expect([checked, payment.state, payment.attempts]).toEqual([true, 'verified', 0]);
  });
});

it('a payment is not shown to another account that sends it again', async () => {
  const header = await (await networks.payer(SOLANA)).header();
  const pay = (account: TestAccount) =>
    payForAccount({ payment: header }, { caller: { kind: 'session', account }, signal: new AbortController().signal });
  expect(await pay(ada)).toMatchObject({ state: 'credited' });
  const other = await makeTestAccount(`${newId()}@example.com`);
  await expect(pay(other)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await pay(ada)).toMatchObject({ state: 'credited' });
});

describe('POST refunds', () => {
  it('takes the credit out once per reference, and shows it at the payment', async () => {
    const { id } = await makeCreditedPayment(ada.id);
    const refund = { usd: '1.5', reference: 'case-1' };
    const first = await ok<RecordedRefund>('POST', `/payments/${id}/refunds`, refund);
    expect(first).toMatchObject({ usd: '1.5', balanceUsd: '3.5', refundableUsd: '3.5', repeated: false });
    expect(await ok('POST', `/payments/${id}/refunds`, refund)).toEqual({ ...first, repeated: true });
    const [row] = (await page()).data;
    expect(row).toMatchObject({ refunds: [{ usd: '1.5', reference: 'case-1' }], refundableUsd: '3.5' });
    // Its account sees it, too, without the operator's reference.
    const headers = { host: 'localhost:3000', cookie: cookies.ada };
    const own = await dispatch(new Request(`http://localhost:3000${OWN_WALLET}`, { headers }));
    expect(((await own.json()) as ConsoleWallet).payments).toMatchObject([
      { id, state: 'credited', refunds: [{ usd: '1.5', transaction: null, at: first.at }] },
    ]);
  });

  it('names the field and the bound', async () => {
    const { id } = await makeCreditedPayment(ada.id);
    for (const [body, message] of [
      [{ usd: '5.01', reference: 'r' }, /usd: Must be at most 5 USD/],
      [{ usd: '0.0000001', reference: 'r' }, /usd: Must have at most six decimals/],
      [{ usd: '1' }, /reference/],
      [{ usd: '1', reference: 'r', transaction: 'a b' }, /transaction: Must be letters, digits/],
    ] as const) {
      const answer = await call('POST', `/payments/${id}/refunds`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatch(message);
    }
    await database().query('update ledger_balance set posted_nano = 1 where account_id = $1', [ada.id]);
    const { status, body } = await call('POST', `/payments/${id}/refunds`, { usd: '1', reference: 'r' });
    expect([status, body.error]).toEqual([409, 'The account has less than 1 USD available. Nothing was withdrawn.']);
  });
});

const VERBS = (id: string): [string, string, unknown][] => [
  ['GET', '', undefined],
  ['GET', '/payments', undefined],
  ...OF_PAYMENT(id),
];
const OF_PAYMENT = (id: string): [string, string, unknown][] => [
  ['POST', `/payments/${id}/check`, undefined],
  ['POST', `/payments/${id}/refunds`, { usd: '1', reference: 'x' }],
];

it('is 401 without a session, 403 for a member, and 404 for an unknown payment', async () => {
  const { id } = await makeCreditedPayment(ada.id);
  for (const [method, path, body] of VERBS(id)) {
    expect([path, (await call(method, path, body, '')).status]).toEqual([path, 401]);
    expect([path, (await call(method, path, body, cookies.ada)).status]).toEqual([path, 403]);
  }
  for (const unknown of [newId(), 'nonsense', '%00']) {
    for (const [method, path, body] of OF_PAYMENT(unknown)) {
      expect([path, (await call(method, path, body)).status]).toEqual([path, 404]);
    }
  }
  expect((await findBalance(ada.id)).usdNano).toBe(5_000_000_000n);
});
