import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount } from '../../accounts/test-accounts';
import { ApiError } from '../../core/errors';
import { BASE, SOLANA, USDC } from '../../core/wallet';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { type Database } from '../../platform/db';
import { settings } from '../../platform/env';
import { openTestDatabase } from '../../platform/testing/test-database';
import { newEvmPayer } from '../test-networks';
import { reconcile } from './reconcile';
import { findPaymentById, type StoredPayment } from './store';
import { openStage, type Stage } from './test-stage';
import { topUp } from './top-up';
import { workOnPayments } from './worker';

let database: Database;
let stage: Stage;
beforeAll(async () => {
  database = await openTestDatabase();
  stage = await openStage();
}, 60_000);
afterEach(() => {
  settings().wallets.signUp = 'open';
  stage.base.faults.clear();
  stage.solana.faults.clear();
  stage.solana.faults.hideStatus(false);
});
afterAll(async () => {
  await stage.stop();
  await database.close();
});

const { signal } = new AbortController();
/** Pays, and waits for a confirmation as long as `settleMs`: less where there is none to come. */
const pay = (header: string, accountId: string | null = null, settleMs = 25_000) =>
  topUp(header, accountId, signal, settleMs);
const SHORT_MS = 1_500;
const NETWORKS = ['base', 'solana'] as const;
/** What shows the outcome of a transaction. */
const SILENT = {
  base: ['eth_getTransactionReceipt', 'eth_getLogs'],
  solana: ['getSignatureStatuses', 'getTransaction'],
};

/** The posted credit of all accounts, in micro-USD, and what was received for it. */
async function totals(): Promise<{ credited: bigint; received: bigint }> {
  const [row] = await database.query<{ nano: string }>(
    `select coalesce(sum(amount_nano), 0)::text as nano from ledger_entry where kind = 'TOP_UP'`,
  );
  return { credited: BigInt(row?.nano ?? 0) / 1_000n, received: await stage.received() };
}

async function expectExact(): Promise<void> {
  const { credited, received } = await totals();
  expect(credited).toBe(received);
}

/** Lets the worker check every open payment now. */
async function work(): Promise<void> {
  await database.query(`update wallet_payment set lease_until = now() - interval '1 second'`);
  await workOnPayments();
}

const balanceOf = async (accountId: string | null) =>
  accountId === null ? 0n : (await findBalance(accountId)).usdNano;
const byHeader = async (payer: string): Promise<StoredPayment> => {
  const [row] = await database.query<{ id: string }>('select id from wallet_payment where payer = $1', [payer]);
  const found = row && (await findPaymentById(row.id));
  if (!found) throw new Error('no such payment');
  return found;
};

/** The same payment without its right signature, and on Base with another amount, too. */
function withOtherSignatures(header: string): string[] {
  const sent = JSON.parse(Buffer.from(header, 'base64').toString()) as {
    payload: { signature?: string; authorization?: { value: string }; transaction?: string };
  };
  const write = (payload: object) => Buffer.from(JSON.stringify({ ...sent, payload })).toString('base64');
  const { payload } = sent;
  if (payload.transaction !== undefined) {
    const bytes = Buffer.from(payload.transaction, 'base64');
    // After the number of signatures and that of the payer of the fees, which is empty, comes the wallet's own.
    const at = 1 + 64 + 10;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return [write({ transaction: bytes.toString('base64') })];
  }
  return [
    write({ ...payload, signature: `0x${'00'.repeat(65)}` }),
    write({ ...payload, authorization: { ...payload.authorization, value: '7000000' } }),
  ];
}

describe.each(NETWORKS)('a payment on %s', (network) => {
  it('is credited to the payer, whose account it creates', async () => {
    const { header, payer } = await stage.sign(network);
    const paid = await pay(header);
    expect(paid).toMatchObject({ state: 'credited', payer, amountMicro: 5_000_000n, payload: null });
    expect(paid.transactionId).toBeTruthy();
    expect(await balanceOf(paid.accountId)).toBe(5_000_000_000n);
    await expectExact();
  });

  it('is credited to the account of a signed-in person', async () => {
    const account = await makeTestAccount(`${network}@example.com`);
    const { header } = await stage.sign(network, 12.34);
    expect(await pay(header, account.id)).toMatchObject({ state: 'credited', accountId: account.id });
    expect(await balanceOf(account.id)).toBe(12_340_000_000n);
    await expectExact();
  });

  it('is credited once, however often it is sent', async () => {
    const { header } = await stage.sign(network);
    const first = await pay(header);
    const second = await pay(header);
    expect(second).toEqual({ ...first, isRepeat: true });
    expect(await balanceOf(first.accountId)).toBe(5_000_000_000n);
    await expectExact();
  });

  it('is refused if it is sent again with another signature or amount', async () => {
    const { header } = await stage.sign(network);
    const paid = await pay(header);
    for (const forged of withOtherSignatures(header)) {
      await expect(pay(forged)).rejects.toMatchObject({
        code: 'PAYMENT_VERIFICATION_FAILED',
        message: 'This payment was sent before, with another amount or signature.',
      });
    }
    expect(await pay(header)).toEqual({ ...paid, isRepeat: true });
    await expectExact();
  });

  it('stays known when the receiver is changed, or none is set anymore', async () => {
    const { header } = await stage.sign(network);
    const paid = await pay(header);
    const { header: toTheFormer } = await stage.sign(network);
    const { wallets } = settings();
    try {
      settings().wallets = { ...wallets, payTo: { [BASE]: `0x${'1'.repeat(40)}`, [SOLANA]: USDC[SOLANA] } };
      expect(await pay(header)).toEqual({ ...paid, isRepeat: true });
      await expect(pay(toTheFormer)).rejects.toMatchObject({ code: 'INVALID_PAYMENT_RECIPIENT' });
      settings().wallets = { ...wallets, payTo: {} };
      expect(await pay(header)).toEqual({ ...paid, isRepeat: true });
    } finally {
      settings().wallets = wallets;
    }
    await expectExact();
  });

  it('is credited once, when 24 copies arrive together', async () => {
    const { header } = await stage.sign(network);
    const results = await Promise.allSettled(Array.from({ length: 24 }, () => pay(header)));
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'PAYMENT_IN_PROGRESS', status: 409 });
    }
    const paid = await pay(header);
    expect(paid.state).toBe('credited');
    expect(await balanceOf(paid.accountId)).toBe(5_000_000_000n);
    await expectExact();
  });

  it('whose answer is lost is credited all the same', async () => {
    const { header, payer } = await stage.sign(network);
    const faults = stage[network].faults;
    faults.loseNextAnswer();
    const paid = await pay(header);
    if (paid.state !== 'credited') await work();
    expect((await byHeader(payer)).state).toBe('credited');
    expect(await pay(header)).toMatchObject({ state: 'credited' });
    await expectExact();
  });

  it('of which nothing more is heard once it is sent is credited by the worker', async () => {
    const { header, payer } = await stage.sign(network);
    for (const method of SILENT[network]) stage[network].faults.answer500(method);
    expect(await pay(header, null, SHORT_MS)).toMatchObject({ state: 'settling' });
    // A repeat gets the same answer, and nothing is credited while the network cannot be asked.
    expect(await pay(header)).toMatchObject({ state: 'settling' });
    expect(await balanceOf((await byHeader(payer)).accountId)).toBe(0n);
    stage[network].faults.clear();
    await work();
    expect((await byHeader(payer)).state).toBe('credited');
    await expectExact();
  });

  it('whose node is away is refused before anything is sent, and can be sent again', async () => {
    const { header } = await stage.sign(network);
    stage[network].faults.answer500();
    await expect(pay(header)).rejects.toMatchObject({ code: 'SETTLEMENT_TIMEOUT', status: 504 });
    stage[network].faults.clear();
    expect((await pay(header)).state).toBe('credited');
    await expectExact();
  });

  it('of a new wallet is refused before it is sent where new wallets are not accepted', async () => {
    settings().wallets.signUp = 'closed';
    const { header } = await stage.sign(network);
    const before = await totals();
    await expect(pay(header)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await totals()).toEqual(before);
  });

  it('with a wrong signature does not show whether the wallet has an account, or a blocked one', async () => {
    const known = await stage.sign(network);
    const { accountId } = await pay(known.header);
    const next = await known.signAgain();
    const unknown = await stage.sign(network);
    const refused = { code: 'PAYMENT_VERIFICATION_FAILED', status: 400 };
    for (const signUp of ['open', 'closed'] as const) {
      settings().wallets.signUp = signUp;
      for (const blockedAt of [null, 'now']) {
        await database.query('update account set blocked_at = $2::timestamptz where id = $1', [accountId, blockedAt]);
        for (const header of [next, unknown.header]) {
          await expect(pay(withOtherSignatures(header)[0] ?? '')).rejects.toMatchObject(refused);
        }
      }
    }
    await expect(pay(next)).rejects.toMatchObject({ code: 'API_ACCESS_DISABLED', status: 403 });
    await expect(pay(unknown.header)).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 403 });
    expect(await database.query('select 1 from wallet_payment where payer = $1', [unknown.payer])).toEqual([]);
    await expectExact();
  });

  it('below 5 USD is refused, and nothing is sent', async () => {
    const { header } = await stage.sign(network, 4.99);
    await expect(pay(header)).rejects.toMatchObject({ code: 'AMOUNT_TOO_LOW', status: 400 });
    await expectExact();
  });

  it('without funds is refused', async () => {
    const { header } = await stage.sign(network, 5, 4_999_999n);
    await expect(pay(header)).rejects.toMatchObject({ code: 'PAYMENT_VERIFICATION_FAILED', status: 400 });
    await expectExact();
  });
});

describe('a payment that is pending', () => {
  it('is one of three at most for its payer, who can then pay again', async () => {
    const payer = await newEvmPayer(stage.base);
    const headers = [await payer.header(), await payer.header(), await payer.header()];
    const fourth = await payer.header();
    await stage.base.faults.pauseMining();
    const pending = await Promise.all(headers.map((header) => pay(header, null, SHORT_MS)));
    expect(pending.map(({ state }) => state)).toEqual(['settling', 'settling', 'settling']);
    await expect(pay(fourth)).rejects.toMatchObject({
      ...{ code: 'RATE_LIMIT_EXCEEDED', status: 429 },
      message: expect.stringContaining('3 payments at a time') as string,
      options: { retryAfterSeconds: 60, body: { error: 'RATE_LIMIT_EXCEEDED', details: { reason: 'open_payments' } } },
    });
    // A repeat of one of them gets its usual answer.
    expect(await pay(headers[0] ?? '')).toMatchObject({ state: 'settling', id: pending[0]?.id });
    await stage.base.faults.resumeMining();
    // One that was not sent in so short a time is sent at the third check.
    for (let check = 0; check < 4; check += 1) await work();
    expect(await pay(fourth)).toMatchObject({ state: 'credited' });
    await expectExact();
  });

  it('on Base is credited once it is mined', async () => {
    const { header, payer } = await stage.sign('base');
    await stage.base.faults.pauseMining();
    const pending = pay(header);
    // It waits for its receipt; meanwhile it is pending.
    await expect
      .poll(async () => (await byHeader(payer).catch(() => null))?.state, { timeout: 20_000 })
      .toBe('settling');
    await stage.base.faults.resumeMining();
    const paid = await pending;
    if (paid.state !== 'credited') await work();
    expect((await byHeader(payer)).state).toBe('credited');
    await expectExact();
  });

  it('on Solana that never lands fails once its block is too old, and is not credited', async () => {
    const { header, payer } = await stage.sign('solana');
    stage.solana.faults.dropNext(20);
    const answer = await pay(header, null, SHORT_MS).catch((thrown: unknown) => thrown);
    expect(answer).not.toBeInstanceOf(ApiError);
    expect(answer).toMatchObject({ state: 'settling' });
    stage.solana.faults.expireAll();
    // Nodes may lag behind one another.
    stage.solana.faults.advanceSlots(100);
    await work();
    expect(await byHeader(payer)).toMatchObject({ state: 'failed', payload: null });
    await expect(pay(header)).rejects.toMatchObject({ code: 'SETTLEMENT_FAILED', status: 402 });
    await expectExact();
  });

  it('is credited by one of many that check it', async () => {
    const { header, payer } = await stage.sign('solana');
    stage.solana.faults.hideStatus(true);
    await pay(header, null, SHORT_MS).catch(() => undefined);
    stage.solana.faults.hideStatus(false);
    const open = await byHeader(payer);
    if (open.state !== 'credited') await Promise.all(Array.from({ length: 8 }, () => reconcile(open)));
    expect((await byHeader(payer)).state).toBe('credited');
    await expectExact();
  });
});
