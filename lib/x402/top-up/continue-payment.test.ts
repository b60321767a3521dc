import { setTimeout as sleep } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount } from '../../accounts/test-accounts';
import { BASE, NETWORKS } from '../../core/wallet';
import { findBalance } from '../../ledger/read/balance/find-balance';
import type { Database } from '../../platform/db';
import { settings } from '../../platform/env';
import { openTestDatabase } from '../../platform/testing/test-database';
import { expiryOf, headBlock } from '../chain/head';
import { startTestService } from '../facilitator/test-service';
import { newEvmPayer, startTestNetworks, type TestNetworks, type TestPayer } from '../test-networks';
import { continuePayment } from './continue-payment';
import { underLease } from './lease';
import {
  findPaymentById,
  insertPayment,
  markFailed,
  noteSettling,
  noteTransaction,
  type StoredPayment,
  takeOver,
} from './store';
import { workOnPayments } from './worker';

/* Payments whose process has ended. */

let database: Database;
let networks: TestNetworks;
beforeAll(async () => {
  database = await openTestDatabase();
  networks = await startTestNetworks();
  await makeTestAccount('owner@example.com');
});
afterAll(async () => {
  await networks.stop();
  await database.close();
});

/** Stores a payment as a process does that ends right afterwards. */
async function verify(payer: TestPayer): Promise<StoredPayment> {
  const { payment, requirements } = await payer.pay();
  const { network, key, fingerprint, payer: address, amountMicro, payload } = payment;
  const noted = { fromBlock: await headBlock(network), expiresAt: await expiryOf(payment) };
  const kept = { network, key, fingerprint, payer: address, amountMicro, payload, ...noted };
  const stored = await insertPayment({ ...kept, payTo: requirements.payTo, accountId: null });
  if (!stored) throw new Error('The payment is stored already.');
  return stored;
}

const endLeases = () => database.query(`update wallet_payment set lease_until = now() - interval '1 second'`);

/** The worker's next check. */
async function work({ id }: StoredPayment): Promise<StoredPayment | null> {
  await endLeases();
  await workOnPayments();
  return findPaymentById(id);
}

describe.each(NETWORKS)('a payment on %s', (network) => {
  it('that was verified, and not sent, is sent by the worker', async () => {
    expect(await work(await verify(await networks.payer(network)))).toMatchObject({ state: 'credited' });
  });

  it('that was about to be sent is sent at the first check', async () => {
    const stored = await verify(await networks.payer(network));
    await noteSettling(stored.id);
    expect(await work(stored)).toMatchObject({ state: 'credited' });
  });
});

it('a payment whose transaction was reverted is not sent again', async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const { client, faults } = networks.base;
  // A contract that accepts every signature (EIP-1271), and then none.
  await client.setCode({ address: account.address, bytecode: `0x7f1626ba7e${'0'.repeat(56)}60005260206000f3` });
  const stored = await verify(await newEvmPayer(networks.base, account));
  const signer = privateKeyToAccount(settings().wallets.signerKey[BASE] as `0x${string}`).address;
  const sent = () => client.getTransactionCount({ address: signer, blockTag: 'pending' });
  const before = await sent();
  await faults.pauseMining();
  await endLeases();
  await continuePayment((await takeOver(stored.id)) ?? stored, 1_000);
  await client.setCode({ address: account.address, bytecode: '0x60006000fd' });
  await faults.resumeMining();
  await client.setCode({ address: account.address, bytecode: `0x7f1626ba7e${'0'.repeat(56)}60005260206000f3` });
  for (let check = 0; check < 6; check += 1) {
    expect(await work(stored)).toMatchObject({ state: 'settling', reason: 'reverted' });
  }
  // A node that fails for some checks, and not for what is sent after them, does not make it forgotten.
  for (let check = 0; check < 3; check += 1) {
    faults.answer500('eth_getTransactionReceipt');
    faults.answer500('eth_blockNumber');
    expect(await work(stored)).toMatchObject({ state: 'settling', reason: 'reverted' });
    faults.clear();
  }
  expect(await sent()).toBe(before + 1);
});

it('a payment that has ended while a process was suspended is not sent by it', async () => {
  const stored = await verify(await networks.payer(BASE));
  await markFailed(stored.id, 'It has expired.');
  const calls = networks.base.faults.callsOf('eth_sendRawTransaction');
  expect(await continuePayment(stored, 1_000)).toMatchObject({ state: 'failed', payload: null });
  expect(networks.base.faults.callsOf('eth_sendRawTransaction')).toBe(calls);
});

it('a payment of a new wallet whose account was blocked since is credited to it', async () => {
  const payer = await networks.payer(BASE);
  const [first, second] = [await verify(payer), await verify(payer)];
  await endLeases();
  await takeOver(second.id);
  await workOnPayments();
  const credited = await findPaymentById(first.id);
  await database.query('update account set blocked_at = now() where id = $1', [credited?.accountId]);
  expect(await work(second)).toMatchObject({ state: 'credited', accountId: credited?.accountId });
  expect((await findBalance(credited?.accountId ?? '')).usdNano).toBe(10_000_000_000n);
});

describe('a lease', () => {
  it('is kept by a process that works on a payment, and ends with it', async () => {
    const { id } = await verify(await networks.payer(BASE));
    await endLeases();
    const taken = underLease(
      id,
      async () => {
        await sleep(100);
        return takeOver(id);
      },
      10,
    );
    expect(await taken).toBeNull();
    await endLeases();
    expect(await takeOver(id)).not.toBeNull();
  });

  it('of a payment that has ended is not renewed', async () => {
    const stored = await verify(await networks.payer(BASE));
    await work(stored);
    await endLeases();
    const until = () => database.query('select lease_until from wallet_payment where id = $1', [stored.id]);
    const before = await until();
    await underLease(stored.id, () => sleep(50), 10);
    expect(await until()).toEqual(before);
    await noteTransaction(stored.id, 'another');
    expect(await takeOver(stored.id)).toBeNull();
    expect(await work(stored)).toMatchObject({
      state: 'credited',
      transactionId: expect.not.stringContaining('another') as string,
    });
  });
});

it('the reason that a facilitator gives is cut before it is stored', async () => {
  const service = await startTestService(networks);
  const { wallets } = settings();
  settings().wallets = { ...wallets, signerKey: {}, facilitatorUrls: [service.url] };
  const refusal = { success: false, transaction: '', errorReason: `\0${'long'.repeat(1_000)}` };
  service.break('/settle', (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(refusal)),
  );
  try {
    const stored = await verify(await networks.payer(BASE));
    expect(await continuePayment(stored)).toMatchObject({ state: 'settling', reason: 'long'.repeat(50) });
  } finally {
    settings().wallets = wallets;
    await service.stop();
  }
});
