import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestAccount, type TestAccount } from '../../accounts/test-accounts';
import { admitWallet, findWalletHolder } from '../../accounts/wallets/wallet-account';
import { isApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { BASE } from '../../core/wallet';
import { credit } from '../../ledger/credit';
import { hold } from '../../ledger/hold';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { settle } from '../../ledger/settle';
import { testBill, testOrder, testRecord } from '../../ledger/testing/test-orders';
import { verifyLedger } from '../../ledger/verify/verify-ledger';
import { database, openDatabase } from '../../platform/db';
import { settings } from '../../platform/env';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { evmWallet, headerOf, type TestWallet } from '../../x402/siwx/test-wallets';
import { creditPayment } from '../../x402/top-up/credit-payment';
import { insertPayment } from '../../x402/top-up/store';
import type { LinkOutcome } from '../contract';
import type { Person } from '../person';
import { linkWallet } from './link';
import { linkMessage } from './message';

/** What a single connection cannot show: a link concurrent with payments, first uses, requests, and other links. */

const ROUNDS = 6;
const USD = 1_000_000_000n;
const client = { address: '192.0.2.1', direct: true };
const before = settings().wallets;
let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
  await openDatabase({ databaseUrl: server.url, dataDir: '/nowhere' });
  settings().wallets = { ...before, payTo: { [BASE]: '0x1111111111111111111111111111111111111111' } };
  await makeTestAccount('owner@example.com');
});
afterAll(async () => {
  settings().wallets = before;
  expect((await verifyLedger()).findings).toEqual([]);
  await database().close();
  await server.stop();
});

const personOf = (account: TestAccount): Person => ({ kind: 'session', account, signedInAtMs: Date.now() });
const newPerson = async () => personOf(await makeTestAccount(`${newId()}@example.com`));
const keyOf = ({ address }: TestWallet) => address.toLowerCase();
const usdOf = async (accountId: string) => (await findBalance(accountId)).usdNano;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function link(wallet: TestWallet, caller: Person): Promise<LinkOutcome> {
  const { message } = await linkMessage({ address: wallet.address, host: null }, { caller });
  const signIn = headerOf({ address: wallet.address, message, signature: await wallet.sign(message) });
  return linkWallet({ signIn, merge: true }, { caller, client });
}

/** The wallet's own account, with 5 USD. */
async function ownAccount(wallet: TestWallet): Promise<string> {
  const { id } = await database().transaction((within) => admitWallet(within, keyOf(wallet), { signUp: 'open' }));
  await credit({ entryId: newId(), accountId: id, currency: 'USD', kind: 'TOP_UP', amountNano: 5n * USD });
  return id;
}

async function pay(wallet: TestWallet, accountId: string | null): Promise<void> {
  const payment = await insertPayment({
    ...{ network: BASE, key: newId(), payer: keyOf(wallet), payTo: '0x11', amountMicro: 5_000_000n, accountId },
    ...{ payload: {}, expiresAt: 1n, fromBlock: 1n, fingerprint: null },
  });
  if (!payment) throw new Error('The payment was not stored.');
  // A credit that meets the merge is repeated by the worker.
  for (;;) {
    const done = await creditPayment(payment, newId()).catch((error: unknown) => {
      if (isApiError(error) && error.code === 'AUTHENTICATION_FAILED') return null;
      throw error;
    });
    if (done !== null) return;
  }
}

it('a first payment and a link leave one account that has the wallet and the credit', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [wallet, ada] = [evmWallet(), await newPerson()];
    const linked = wait(round).then(() => link(wallet, ada));
    await Promise.all([pay(wallet, null), linked]);
    expect(await findWalletHolder(database(), keyOf(wallet))).toBe(ada.account.id);
    const own = await database().query('select 1 from account where wallet_address = $1', [keyOf(wallet)]);
    expect(own).toEqual([]);
    expect(await usdOf(ada.account.id)).toBe(5n * USD);
  }
}, 60_000);

it('payments to the wallet’s own account and its merge lose nothing', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [wallet, ada] = [evmWallet(), await newPerson()];
    const own = await ownAccount(wallet);
    await Promise.all([pay(wallet, own), link(wallet, ada), pay(wallet, own)]);
    expect([await usdOf(own), await usdOf(ada.account.id)]).toEqual([0n, 15n * USD]);
  }
}, 60_000);

it('requests and a merge: all are charged once, and the rest moves', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [wallet, ada] = [evmWallet(), await newPerson()];
    const own = await ownAccount(wallet);
    const chat = async (): Promise<bigint> => {
      const held = await hold(testOrder(own)).catch((error: unknown) => {
        if (isApiError(error) && error.code === 'API_ACCESS_DISABLED') return null;
        throw error;
      });
      if (held === null) return 0n;
      await wait(5);
      return (await settle({ hold: held, bill: testBill(100n), record: testRecord() })).chargedNano;
    };
    const merge = async (): Promise<void> => {
      for (;;) {
        const outcome = await link(wallet, ada).catch((error: unknown) => {
          if (isApiError(error) && error.code === 'CONFLICT') return null;
          throw error;
        });
        if (outcome?.linked) return;
        await wait(2);
      }
    };
    const [charged] = await Promise.all([Promise.all(Array.from({ length: 6 }, chat)), merge()]);
    const spent = charged.reduce((sum, each) => sum + each, 0n);
    expect([await usdOf(own), await usdOf(ada.account.id)]).toEqual([0n, 5n * USD - spent]);
  }
}, 60_000);

it('two people who link a wallet at once: one gets it, and the credit', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [wallet, ada, bob] = [evmWallet(), await newPerson(), await newPerson()];
    await ownAccount(wallet);
    const outcomes = await Promise.allSettled([link(wallet, ada), link(wallet, bob)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const balances = [await usdOf(ada.account.id), await usdOf(bob.account.id)];
    expect(balances.sort()).toEqual([0n, 5n * USD]);
  }
}, 60_000);
