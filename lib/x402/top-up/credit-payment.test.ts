import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestAccount } from '../../accounts/test-accounts';
import { admitWallet, findWalletAccount } from '../../accounts/wallets/wallet-account';
import { BASE } from '../../core/wallet';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { verifyLedger } from '../../ledger/verify/verify-ledger';
import { database, type Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { creditPayment } from './credit-payment';
import { insertPayment, noteSettling, type StoredPayment } from './store';

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
  await makeTestAccount('owner@example.com');
});
afterAll(async () => {
  expect((await verifyLedger()).findings).toEqual([]);
  await opened.close();
});

const FIVE_USD = 5_000_000n;
let made = 0;
const newPayer = () => `0x${String((made += 1)).padStart(40, '0')}`;

/** A payment that is on its way. */
async function onItsWay(payer: string, accountId: string | null): Promise<StoredPayment> {
  const stored = await insertPayment({
    ...{ network: BASE, key: randomUUID(), payer, payTo: newPayer(), amountMicro: FIVE_USD, accountId },
    ...{ payload: {}, expiresAt: 1n, fromBlock: 1n, fingerprint: null },
  });
  if (!stored) throw new Error('The payment was not stored.');
  await noteSettling(stored.id);
  return stored;
}
const usdOf = async (accountId: string) => (await findBalance(accountId)).usdNano;

it('credits the account that was chosen, once', async () => {
  const ada = await makeTestAccount('ada@example.com');
  const payment = await onItsWay(newPayer(), ada.id);
  const credited = await Promise.all([creditPayment(payment, '0x1'), creditPayment(payment, '0x1')]);
  expect(credited.sort()).toEqual([false, true]);
  expect(await usdOf(ada.id)).toBe(5_000_000_000n);
});

it('opens an account to a payer who has none', async () => {
  const payer = newPayer();
  await creditPayment(await onItsWay(payer, null), '0x2');
  const holder = await findWalletAccount(database(), payer);
  expect(await usdOf(holder?.id ?? '')).toBe(5_000_000_000n);
});

it('follows the wallet to the account that it was linked to while the payment was on its way', async () => {
  const payer = newPayer();
  const bob = await makeTestAccount('bob@example.com');
  const { id } = await database().transaction((within) => admitWallet(within, payer, { signUp: 'open' }));
  const payment = await onItsWay(payer, id);
  await database().query('update account set wallet_address = null, deleted_at = now() where id = $1', [id]);
  await database().query('insert into account_wallet values ($1, $2)', [payer, bob.id]);
  await creditPayment(payment, '0x3');
  expect([await usdOf(id), await usdOf(bob.id)]).toEqual([0n, 5_000_000_000n]);
});
