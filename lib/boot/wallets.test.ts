import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestAccount } from '../accounts/test-accounts';
import { BASE, type Network, SOLANA } from '../core/wallet';
import type { Database } from '../platform/db';
import { settings } from '../platform/env';
import { openTestDatabase } from '../platform/testing/test-database';
import { expiryOf, headBlock } from '../x402/chain/head';
import { startTestNetworks, type TestNetworks } from '../x402/test-networks';
import { findPaymentById, insertPayment } from '../x402/top-up/store';
import { watchPayments } from './wallets';

let database: Database;
let networks: TestNetworks;
beforeAll(async () => {
  [database, networks] = await Promise.all([openTestDatabase(), startTestNetworks()]);
  await makeTestAccount('owner@example.com');
});
afterAll(async () => {
  await networks.stop();
  await database.close();
});

/** Stores a payment as a process does that ends after it has sent it, or was about to. @returns its state, when asked */
async function leaveBehind(network: Network, attempts: number) {
  const { payment, requirements } = await (await networks.payer(network)).pay();
  const stored = await insertPayment({
    ...{ network, key: payment.key, payer: payment.payer, payTo: requirements.payTo, accountId: null },
    ...{ amountMicro: payment.amountMicro, payload: payment.payload, fingerprint: payment.fingerprint },
    ...{ fromBlock: await headBlock(network), expiresAt: await expiryOf(payment) },
  });
  const isLeft = `update wallet_payment set state = 'settling', attempts = $2, lease_until = now() - interval '1 second'
    where id = $1`;
  await database.query(isLeft, [stored?.id, attempts]);
  return async () => (await findPaymentById(stored?.id ?? ''))?.state;
}

it('payments on Solana go on while the node of Base hangs', async () => {
  const { faults } = networks.base;
  const onBase = await leaveBehind(BASE, 1);
  faults.hang();
  const before = faults.callsOf('eth_blockNumber');
  const stops = watchPayments(settings(), 20);
  try {
    await expect.poll(() => faults.callsOf('eth_blockNumber'), { timeout: 10_000 }).toBeGreaterThan(before);
    // A call to a node takes ten seconds at most.
    const onSolana = await leaveBehind(SOLANA, 0);
    await expect.poll(onSolana, { timeout: 8_000 }).toBe('credited');
    expect(await onBase()).toBe('settling');
  } finally {
    for (const stop of stops) stop();
    faults.clear();
  }
});

it('nothing is looked for where no node is set', () => {
  expect(watchPayments({ wallets: { ...settings().wallets, rpcUrl: {} } })).toEqual([]);
});
