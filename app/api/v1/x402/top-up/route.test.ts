import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { credit } from '@/lib/ledger/credit';
import { withdraw } from '@/lib/ledger/withdraw';
import { type Database } from '@/lib/platform/db';
import { settings } from '@/lib/platform/env';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { evmWallet, signInHeader } from '@/lib/x402/siwx/test-wallets';
import { openStage, type Stage } from '@/lib/x402/top-up/test-stage';
import { GET as balance } from '../balance/[walletAddress]/route';
import { GET as transactions } from '../transactions/[walletAddress]/route';
import { POST } from './route';

let database: Database;
let stage: Stage;
beforeAll(async () => {
  database = await openTestDatabase();
  stage = await openStage();
});
afterAll(async () => {
  await stage.stop();
  await database.close();
});

type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

async function call(headers: Record<string, string> = {}, query = ''): Promise<Answer> {
  const request = new Request(`http://localhost:3000/api/v1/x402/top-up${query}`, { method: 'POST', headers });
  return answerOf(await POST(request));
}

async function read(
  endpoint: typeof balance,
  address: string,
  headers: Record<string, string>,
  query = '',
): Promise<Answer> {
  const path = endpoint === balance ? 'balance' : 'transactions';
  const request = new Request(`http://localhost:3000/api/v1/x402/${path}/${address}${query}`, { headers });
  return answerOf(await endpoint(request, { params: Promise.resolve({ walletAddress: address }) }));
}

async function answerOf(response: Response): Promise<Answer> {
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

const fromBase64 = (text: string | null) => JSON.parse(Buffer.from(text ?? '', 'base64').toString()) as object;

describe('without a payment', () => {
  it('lists the ways to pay 5 USD on both networks, in the body and in the header', async () => {
    const { status, headers, body } = await call();
    expect(status).toBe(402);
    expect(body).toMatchObject({
      x402Version: 2,
      accepts: [
        { scheme: 'exact', network: 'eip155:8453', amount: '5000000', extra: { name: 'USD Coin', version: '2' } },
        {
          scheme: 'exact',
          network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
          amount: '5000000',
          maxTimeoutSeconds: 300,
        },
      ],
    });
    expect(fromBase64(headers.get('payment-required'))).toEqual(body);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('lists them for another amount', async () => {
    expect((await call({}, '?amountUsd=12.5')).body).toMatchObject({ accepts: [{ amount: '12500000' }, {}] });
  });

  it.each([
    ['4', 'Must be at least 5 USD'],
    ['10000.01', 'Must be at most 10,000 USD'],
    ['abc', 'Must be a number'],
    ['5.001', 'Must be whole cents'],
  ])('refuses %s USD, naming the field and the bound', async (amount, bound) => {
    const { status, body } = await call({}, `?amountUsd=${amount}`);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(bound)]);
    expect(JSON.stringify(body)).toContain('amountUsd');
  });

  it('is 503 until a receiver is set', async () => {
    const { wallets } = settings();
    const { payTo } = wallets;
    wallets.payTo = {};
    const { status, body } = await call();
    wallets.payTo = payTo;
    expect({ status, error: body.error }).toEqual({ status: 503, error: 'X402_NOT_CONFIGURED' });
  });
});

describe('with a payment', () => {
  it.each(['payment-signature', 'x-402-payment', 'x-payment'])('in the header %s adds the credit', async (name) => {
    const { header, payer } = await stage.sign('base', 7);
    const { status, headers, body } = await call({ [name]: header });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { success: true, data: { walletAddress: payer, amountCredited: 7, newBalance: 7 } },
    });
    for (const response of ['payment-response', 'x-payment-response']) {
      expect(fromBase64(headers.get(response))).toMatchObject({ success: true, network: 'eip155:8453', payer });
    }
  });

  it('gives every repeat the same answer, but for the balance, which is not for whoever has read the payment', async () => {
    const { header, payer: walletAddress } = await stage.sign('solana', 6);
    const first = await call({ 'payment-signature': header });
    const again = await call({ 'payment-signature': header });
    expect([first.status, again.status]).toEqual([200, 200]);
    const data = { walletAddress, amountCredited: 6, paymentId: expect.any(String) as string };
    expect(first.body).toEqual({ success: true, data: { ...data, newBalance: 6 } });
    const { newBalance: _, ...rest } = first.body.data as Record<string, unknown>;
    expect(again.body).toEqual({ success: true, data: rest });
    expect(again.headers.get('payment-response')).toBe(first.headers.get('payment-response'));
  });

  it.each([
    ['no base64', '{}', 'INVALID_PAYMENT_FORMAT'],
    ['no JSON', Buffer.from('x').toString('base64'), 'INVALID_PAYMENT_FORMAT'],
  ])('that is %s is refused in the layout of top-ups', async (_, header, code) => {
    const { status, body } = await call({ 'payment-signature': header });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: code, message: expect.any(String) as string },
    });
  });
});

describe('the records of a wallet', () => {
  it('are its balance and its transactions, for itself alone', async () => {
    const wallet = evmWallet();
    const other = evmWallet();
    const signed = async (by = wallet) => ({ 'sign-in-with-x': await signInHeader(by) });
    const before = await read(balance, wallet.address, await signed());
    expect(before).toMatchObject({
      status: 200,
      body: { success: true, data: { walletAddress: wallet.address.toLowerCase(), balanceUsd: 0, canConsume: false } },
    });
    expect(await read(transactions, wallet.address, await signed())).toMatchObject({
      body: { data: { currentBalance: 0, transactions: [], pagination: { limit: 50, offset: 0, hasMore: false } } },
    });
    expect(await read(balance, wallet.address, await signed(other))).toMatchObject({
      status: 403,
      body: { code: 'X402_WALLET_MISMATCH' },
    });
    expect(await read(balance, wallet.address, {})).toMatchObject({ status: 402, body: { accepts: [] } });
    expect(await read(balance, '0x12', await signed())).toMatchObject({ status: 400 });
  });

  it('show USDC that was sent back as a negative refund', async () => {
    const wallet = evmWallet();
    const holder = wallet.address.toLowerCase();
    const accountId = newId();
    await database.query(`insert into account (id, wallet_address, role) values ($1, $2, 'member')`, [
      ...[accountId, holder],
    ]);
    const of = { accountId, currency: 'USD', kind: 'TOP_UP' } as const;
    await credit({ ...of, entryId: `top-up:${accountId}`, amountNano: 5_000_000_000n });
    await withdraw({ entryId: `refund:${accountId}:1`, accountId, amountNano: 2_000_000_000n, note: 'Sent back' });
    const { body } = await read(transactions, wallet.address, { 'sign-in-with-x': await signInHeader(wallet) });
    expect(body).toMatchObject({
      data: {
        currentBalance: 3,
        transactions: [
          { type: 'REFUND', amount: -2, balanceAfter: 3, requestId: null },
          { type: 'TOP_UP', amount: 5, balanceAfter: 5 },
        ],
      },
    });
  });
});
