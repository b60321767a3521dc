import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeTestAccount } from '../../accounts/test-accounts';
import { BASE } from '../../core/wallet';
import { findBalance } from '../../ledger/read/balance/find-balance';
import type { Database } from '../../platform/db';
import { settings } from '../../platform/env';
import { openTestDatabase } from '../../platform/testing/test-database';
import { parsePayment } from '../payment/payment';
import { submitAsOutsider } from '../test-authorization';
import { startTestNetworks, type TestNetworks } from '../test-networks';
import { recheckCredits } from './recheck-credits';
import { findPayment, type StoredPayment } from './store';
import { topUp } from './top-up';
import { workOnPayments } from './worker';

/* Blocks of Base that are undone, before and after the credit of a payment in them. */

let database: Database;
let networks: TestNetworks;
let faults: TestNetworks['base']['faults'];
beforeAll(async () => {
  database = await openTestDatabase();
  networks = await startTestNetworks();
  ({ faults } = networks.base);
  await makeTestAccount('owner@example.com');
});
afterEach(async () => {
  faults.clear();
  await faults.resumeMining();
  settings().wallets.confirmations = 1;
});
afterAll(async () => {
  await networks.stop();
  await database.close();
});

const { signal } = new AbortController();
const SETTLE_MS = 1_500;
const PAID_MICRO = 5_000_000n;

/** Signs a payment that the chain accepts for two minutes, whatever its clock shows: by ours, it may be valid for 15. */
async function sign() {
  const { timestamp } = await networks.base.client.getBlock();
  const maxTimeoutSeconds = Math.max(0, Number(timestamp) - Math.floor(Date.now() / 1_000)) + 120;
  const header = await (await networks.payer(BASE)).header(PAID_MICRO, { maxTimeoutSeconds });
  const payment = await parsePayment(header);
  const stored = async (): Promise<StoredPayment> => {
    const found = await findPayment(BASE, payment.key);
    if (!found) throw new Error('The payment is not stored.');
    return found;
  };
  return { payment, stored, pay: () => topUp(header, null, signal, SETTLE_MS) };
}

/** Lets the worker check every open payment now. */
async function work(): Promise<void> {
  await database.query(`update wallet_payment set lease_until = now() - interval '1 second'
    where state in ('verified', 'settling')`);
  await workOnPayments();
}

/** Lets so much time pass that every credit is checked once more. */
async function recheck() {
  await database.query(`update wallet_payment set lease_until = now() - interval '1 second' where state = 'credited'`);
  return recheckCredits();
}

/** @param blocks that are made from then on; by default as many as a failure needs */
async function expire({ expiresAt }: StoredPayment, blocks = 10): Promise<void> {
  await networks.base.client.setNextBlockTimestamp({ timestamp: expiresAt });
  await faults.mine(blocks);
}

it('a payment that is undone before its credit is sent again, and credited once', async () => {
  settings().wallets.confirmations = 3;
  const received = await networks.received(BASE);
  const { stored, pay } = await sign();
  const before = await faults.snapshot();
  expect((await pay()).state).toBe('settling');
  expect(await networks.received(BASE)).toBe(received + PAID_MICRO);
  await faults.revert(before);
  await faults.mine(3);
  expect(await networks.received(BASE)).toBe(received);
  for (let check = 0; check < 3; check += 1) await work();
  expect((await stored()).state).toBe('settling');
  expect(await networks.received(BASE)).toBe(received + PAID_MICRO);
  await faults.mine(2);
  await work();
  const paid = await stored();
  expect(paid.state).toBe('credited');
  expect((await findBalance(paid.accountId ?? '')).usdNano).toBe(PAID_MICRO * 1_000n);
  expect(await networks.received(BASE)).toBe(received + PAID_MICRO);
});

it('a payment that is undone before its credit, and cannot be made anymore, has failed', async () => {
  settings().wallets.confirmations = 3;
  const received = await networks.received(BASE);
  const { stored, pay } = await sign();
  const before = await faults.snapshot();
  await pay();
  await faults.revert(before);
  await expire(await stored(), 9);
  await work();
  // Blocks with an earlier time could still take the place of these.
  expect((await stored()).state).toBe('settling');
  await faults.mine();
  await work();
  expect(await stored()).toMatchObject({ state: 'failed', payload: null });
  await expect(pay()).rejects.toMatchObject({ code: 'SETTLEMENT_FAILED' });
  expect(await networks.received(BASE)).toBe(received);
});

it('a credit that is undone is reported once it can never be paid, and kept', async () => {
  const { stored, pay } = await sign();
  expect((await pay()).state).toBe('credited');
  const other = await sign();
  const before = await faults.snapshot();
  expect((await other.pay()).state).toBe('credited');
  expect(await recheck()).toEqual([]);
  await faults.revert(before);
  await faults.mine();
  expect(await recheck()).toEqual([]);
  await expire(await other.stored());
  const problem = { network: BASE, ok: false, message: expect.stringContaining('undone by the network: 1.') as string };
  expect(await recheck()).toEqual([problem]);
  expect(await recheck()).toEqual([problem]);
  expect(await other.stored()).toMatchObject({ state: 'credited', reason: 'undone' });
  expect((await findBalance((await other.stored()).accountId ?? '')).usdNano).toBe(PAID_MICRO * 1_000n);
  expect(await stored()).toMatchObject({ state: 'credited', reason: null });
});

it('a credit whose payment is in another block afterwards is fine', async () => {
  const { payment, stored, pay } = await sign();
  const before = await faults.snapshot();
  await pay();
  await faults.revert(before);
  const hash = await submitAsOutsider(networks.base, payment);
  // In a block of its own: in the one after the authorization's time it would fail.
  await networks.base.client.waitForTransactionReceipt({ hash });
  await expire(await stored());
  await recheck();
  expect(await stored()).toMatchObject({ state: 'credited', reason: null });
});
