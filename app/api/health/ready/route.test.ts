import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { BASE, SOLANA } from '@/lib/core/wallet';
import type { Database } from '@/lib/platform/db';
import { settings } from '@/lib/platform/env';
import { processState } from '@/lib/platform/process-state';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { startTestNetworks, type TestNetworks } from '@/lib/x402/test-networks';
import { GET } from './route';

let database: Database;
let networks: TestNetworks;
let wallets: ReturnType<typeof settings>['wallets'];
beforeAll(async () => {
  database = await openTestDatabase();
  ({ wallets } = settings());
  networks = await startTestNetworks();
});
afterEach(() => {
  networks.base.faults.clear();
  processState('x402.node-states', () => new Map()).clear();
});
afterAll(async () => {
  settings().wallets = wallets;
  await networks.stop();
  await database.close();
});

async function probe() {
  const response = await GET(new Request('http://localhost:3000/api/health/ready'));
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const nodes = (base: string, solana: string) => [
  { network: BASE, state: base },
  { network: SOLANA, state: solana },
];

it('says of each network whether its node answers and is on the right chain', async () => {
  networks.base.faults.lie('eth_chainId', () => '0x1');
  expect(await probe()).toEqual({
    status: 200,
    body: { status: 'ready', walletNodes: nodes('unknown', 'unknown') },
  });
  await vi.waitFor(async () => expect((await probe()).body.walletNodes).toEqual(nodes('wrong_chain', 'ok')));
});

it('is ready, and waits for nothing, while a node hangs', async () => {
  networks.base.faults.hang();
  for (let count = 0; count < 20; count += 1) expect((await probe()).status).toBe(200);
  await vi.waitFor(async () => expect((await probe()).body.walletNodes).toEqual(nodes('unknown', 'ok')));
});

it('says nothing about nodes where no payments are received', async () => {
  const { payTo } = settings().wallets;
  settings().wallets.payTo = {};
  expect(await probe()).toEqual({ status: 200, body: { status: 'ready' } });
  settings().wallets.payTo = payTo;
});

it('is 503 while the database does not answer, whatever the nodes do', async () => {
  await database.close();
  expect((await probe()).status).toBe(503);
  database = await openTestDatabase();
});
