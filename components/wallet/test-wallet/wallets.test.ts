import { base58 } from '@scure/base';
import { beforeEach, describe, expect, it } from 'vitest';
import { BASE, SOLANA } from '@/lib/core/wallet';
import type { TestWallet } from './ask-server';
import { createBaseProvider } from './base-provider';
import { createSolanaWallet } from './solana-wallet';

const ON_BASE = `0x${'1a'.repeat(20)}`;
const ON_SOLANA = base58.encode(new Uint8Array(32).fill(7));
const SIGNATURE = base58.encode(new Uint8Array(64).fill(9));

let asked: unknown[] = [];
beforeEach(() => {
  asked = [];
});

const wallet: TestWallet = {
  connect: (network) => Promise.resolve(network === BASE ? ON_BASE : ON_SOLANA),
  sign: (network, request) => {
    asked.push([network, request]);
    return Promise.resolve(network === BASE ? { signature: '0x5' } : { signature: SIGNATURE, signed: 'AQI=' });
  },
};

describe('on Base', () => {
  it('connects when it is asked to, and not before', async () => {
    const provider = createBaseProvider(() => wallet);
    const changes: unknown[] = [];
    provider.on('accountsChanged', (accounts) => changes.push(accounts));
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([]);
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([ON_BASE]);
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ON_BASE]);
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x2105');
    expect(await provider.request({ method: 'wallet_revokePermissions' })).toBeNull();
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([]);
    expect(changes).toEqual([[ON_BASE], []]);
  });

  it('signs messages and typed data', async () => {
    const { request } = createBaseProvider(() => wallet);
    expect(await request({ method: 'personal_sign', params: ['0x6869', ON_BASE] })).toBe('0x5');
    expect(await request({ method: 'eth_signTypedData_v4', params: [ON_BASE, '{}'] })).toBe('0x5');
    expect(asked).toEqual([
      [BASE, { kind: 'personal-message', hex: '0x6869' }],
      [BASE, { kind: 'typed-data', json: '{}' }],
    ]);
  });

  it.each(['eth_sendTransaction', 'constructor'])('has no %s', async (method) => {
    const { request } = createBaseProvider(() => wallet);
    await expect(request({ method })).rejects.toMatchObject({
      code: 4200,
      message: `The test wallet has no ${method}.`,
    });
  });
});

describe('on Solana', () => {
  it('connects, reports its account, and disconnects', async () => {
    const solana = createSolanaWallet(() => wallet, { name: 'Test wallet', icon: '' });
    const changes: unknown[] = [];
    const stop = solana.features['standard:events'].on('change', ({ accounts }) => changes.push(accounts.length));
    expect(solana.accounts).toEqual([]);
    const { accounts } = await solana.features['standard:connect'].connect();
    expect(accounts).toMatchObject([{ address: ON_SOLANA, publicKey: base58.decode(ON_SOLANA) }]);
    expect(solana.accounts).toBe(accounts);
    await solana.features['standard:disconnect'].disconnect();
    stop();
    await solana.features['standard:connect'].connect();
    expect(changes).toEqual([1, 0]);
  });

  it('signs messages and transactions', async () => {
    const { features } = createSolanaWallet(() => wallet, { name: 'Test wallet', icon: '' });
    const bytes = Uint8Array.from([1, 2]);
    expect(await features['solana:signMessage'].signMessage({ message: bytes })).toEqual([
      { signedMessage: bytes, signature: base58.decode(SIGNATURE) },
    ]);
    expect(await features['solana:signTransaction'].signTransaction({ transaction: bytes })).toEqual([
      { signedTransaction: bytes },
    ]);
    expect(asked).toEqual([
      [SOLANA, { kind: 'message', bytes: 'AQI=' }],
      [SOLANA, { kind: 'transaction', bytes: 'AQI=' }],
    ]);
  });
});
