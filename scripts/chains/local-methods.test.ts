import { address, generateKeyPairSigner } from '@solana/kit';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalBase, startBase } from './base';
import { type LocalSolana, startSolana } from './solana';

let base: LocalBase;
let solana: LocalSolana;
beforeAll(async () => {
  [base, solana] = await Promise.all([startBase(), startSolana({ slotMs: 0 })]);
});
afterAll(() => Promise.all([base.stop(), solana.stop()]));

async function ask(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return (await fetch(url, { method: 'POST', body })).json();
}

/** Each chain, a new owner on it, and what it has. */
const chains = {
  Base: async () => {
    const owner = privateKeyToAddress(generatePrivateKey());
    return { url: base.rpcUrl, owner: String(owner), usdc: () => base.usdcOf(owner) };
  },
  Solana: async () => {
    const owner = (await generateKeyPairSigner()).address;
    return { url: solana.rpcUrl, owner: String(owner), usdc: () => solana.usdcOf(address(owner)) };
  },
};

it.each(['Base', 'Solana'] as const)('%s says that it is local, and fills up USDC', async (name) => {
  const { url, owner, usdc } = await chains[name]();
  expect(await ask(url, 'farebox_isLocalChain')).toMatchObject({ result: true });
  expect(await usdc()).toBe(0n);
  expect(await ask(url, 'farebox_fillUpUsdc', [owner, '1000'])).toMatchObject({ result: true });
  expect(await usdc()).toBe(1_000n);
  await ask(url, 'farebox_fillUpUsdc', [owner, '900']);
  expect(await usdc()).toBe(1_000n);
  await ask(url, 'farebox_fillUpUsdc', [owner, '1001']);
  expect(await usdc()).toBe(1_001n);
});

it.each(['Base', 'Solana'] as const)('%s refuses other owners and amounts', async (name) => {
  const { url, owner } = await chains[name]();
  const calls = [[], ['me', '5'], [owner], [owner, 5], [owner, '-5'], [owner, '1.5'], [owner, '1000000000000001']];
  for (const params of calls) {
    expect(await ask(url, 'farebox_fillUpUsdc', params), JSON.stringify(params)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('Invalid params: parameter') },
    });
  }
  expect(await ask(url, 'farebox_isElsewhere')).toMatchObject({ error: { code: expect.any(Number) } });
});
