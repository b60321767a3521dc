import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { BASE, SOLANA } from '../../core/wallet';
import { clock } from '../../platform/clock';
import { settings } from '../../platform/env';
import { processState } from '../../platform/process-state';
import { startTestNetworks, type TestNetworks } from '../test-networks';
import { nodeStates } from './node-states';

const realNow = clock.now;
let networks: TestNetworks;
let wallets: ReturnType<typeof settings>['wallets'];
let nowMs = 1_000_000;

beforeAll(async () => {
  networks = await startTestNetworks();
  ({ wallets } = settings());
});
beforeEach(() => {
  settings().wallets = structuredClone(wallets);
  processState('x402.node-states', () => new Map()).clear();
  clock.now = () => nowMs;
});
afterEach(() => {
  clock.now = realNow;
  networks.base.faults.clear();
  networks.solana.faults.clear();
});
afterAll(() => networks.stop());

const states = () => nodeStates().map(({ node }) => node);

it('is unknown until the nodes have answered, and then says that they do', async () => {
  expect(nodeStates()).toEqual([
    { network: BASE, node: 'unknown' },
    { network: SOLANA, node: 'unknown' },
  ]);
  await vi.waitFor(() => expect(states()).toEqual(['ok', 'ok']));
});

it('says which node is on another chain, and which does not answer', async () => {
  networks.base.faults.lie('eth_chainId', () => '0x1');
  networks.solana.faults.answer500();
  nodeStates();
  await vi.waitFor(() => expect(states()).toEqual(['wrong_chain', 'unreachable']));
});

it('asks a node once in ten seconds, however often it is called', async () => {
  const asked = () => networks.base.faults.callsOf('eth_chainId');
  const before = asked();
  for (let count = 0; count < 100; count += 1) nodeStates();
  await vi.waitFor(() => expect(states()).toEqual(['ok', 'ok']));
  nowMs += 9_999;
  nodeStates();
  // What it should not ask would have arrived by then.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(asked() - before).toBe(1);
  nowMs += 1;
  nodeStates();
  await vi.waitFor(() => expect(asked() - before).toBe(2));
});

it('says nothing about a network without a receiver', () => {
  settings().wallets.payTo = {};
  expect(nodeStates()).toEqual([]);
});
