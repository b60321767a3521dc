import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findBalance } from '../ledger/read/balance/find-balance';
import { setStake } from '../ledger/stake/set-stake';
import { createTestAccount } from '../ledger/testing/test-account';
import { openDatabase } from '../platform/db';
import { boot } from './boot';

const WALLET = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';

/** A node that accepts every call and never responds. */
let node: Server;
let dataDir: string;
const asked: string[] = [];
let closedCalls = 0;

beforeAll(async () => {
  node = createServer((incoming, outgoing) => {
    incoming.setEncoding('utf8').on('data', (text) => asked.push(String(text)));
    outgoing.on('close', () => (closedCalls += 1));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => node.once('listening', resolve));
  dataDir = mkdtempSync(join(tmpdir(), 'farebox-stakes-'));
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('EMBEDDED_MODELS', 'none');
  vi.stubEnv('DIEM_STAKING_ADDRESS', `0x${'a'.repeat(40)}`);
  vi.stubEnv('DIEM_RPC_URL', `http://127.0.0.1:${(node.address() as AddressInfo).port}`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  node.close();
  node.closeAllConnections();
  rmSync(dataDir, { recursive: true, force: true });
});

it('stakes are read from startup; a silent node delays neither startup nor shutdown', async () => {
  const before = await openDatabase({ dataDir });
  const accountId = await createTestAccount();
  await setStake({ accountId, stakedNano: 5n, walletAddress: WALLET });
  await before.close();

  const running = await boot();
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 5_000 });
  expect(asked[0]).toContain(WALLET.slice(2));
  expect((await findBalance(accountId)).diemNano).toBe(5n);
  expect(closedCalls).toBe(0);

  const began = performance.now();
  await running.stop();
  // The node itself would have ten seconds.
  expect(performance.now() - began).toBeLessThan(5_000);
  await vi.waitFor(() => expect(closedCalls).toBe(1));
}, 90_000);
