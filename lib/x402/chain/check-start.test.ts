import { createKeyPairSignerFromBytes } from '@solana/kit';
import { base58 } from '@scure/base';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BASE, type Network, SOLANA, USDC } from '../../core/wallet';
import { settings } from '../../platform/env';
import { INVALID_PARAMS, rpcError } from '../../../scripts/chains/rpc-json';
import { processState } from '../../platform/process-state';
import { startTestService } from '../facilitator/test-service';
import { rails, remoteFeePayer } from '../rails';
import { startTestNetworks, type TestNetworks } from '../test-networks';
import { checkStart } from './check-start';

let networks: TestNetworks;
let wallets: ReturnType<typeof settings>['wallets'];

beforeAll(async () => {
  networks = await startTestNetworks();
  ({ wallets } = settings());
});
beforeEach(() => {
  settings().wallets = structuredClone(wallets);
});
afterEach(() => {
  networks.base.faults.clear();
  networks.solana.faults.clear();
});
afterAll(() => networks.stop());

const failing = async () => (await checkStart()).filter(({ ok }) => !ok);
const set = (network: Network, member: 'payTo' | 'rpcUrl' | 'signerKey', value: string | undefined) => {
  settings().wallets[member][network] = value;
};

it('finds everything in order', async () => {
  const baseFees = privateKeyToAccount(wallets.signerKey[BASE] as `0x${string}`).address;
  const solanaFees = await createKeyPairSignerFromBytes(base58.decode(wallets.signerKey[SOLANA] ?? ''));
  const checks = await checkStart();
  expect(checks.map(({ network, ok, message }) => [network, ok, message])).toEqual([
    [BASE, true, 'The node of X402_BASE_RPC_URL is on Base.'],
    [BASE, true, `USDC is at ${USDC[BASE]}.`],
    [BASE, true, `${baseFees} has 1 ETH to pay fees.`],
    [SOLANA, true, 'The node of X402_SOLANA_RPC_URL is on Solana.'],
    [SOLANA, true, expect.stringContaining(`${wallets.payTo[SOLANA]} has an account for USDC: `)],
    [SOLANA, true, `${solanaFees.address} has 1 SOL to pay fees.`],
  ]);
});

it('asks nothing about a network without a receiver', async () => {
  set(BASE, 'payTo', undefined);
  set(SOLANA, 'payTo', undefined);
  expect(await checkStart()).toEqual([]);
});

describe('finds', () => {
  it('nodes that do not answer', async () => {
    networks.base.faults.answer500();
    set(SOLANA, 'rpcUrl', 'http://127.0.0.1:9');
    expect(await checkStart()).toEqual([
      { network: BASE, ok: false, message: expect.stringContaining('does not answer') as string },
      { network: SOLANA, ok: false, message: expect.stringContaining('does not answer') as string },
    ]);
  });

  it('nodes of other networks', async () => {
    networks.base.faults.lie('eth_chainId', () => '0x1');
    networks.solana.faults.lie('getGenesisHash', () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG');
    expect((await failing()).map(({ message }) => message)).toEqual([
      'The node of X402_BASE_RPC_URL is on chain 1, not on Base (8453).',
      'The node of X402_SOLANA_RPC_URL is not on the main network of Solana.',
    ]);
  });

  it('that USDC is another contract, or none', async () => {
    networks.base.faults.lie('eth_call', () => '0x');
    expect(await failing()).toMatchObject([
      { network: BASE, message: expect.stringContaining('USDC is not at') as string },
    ]);
  });

  it('a node that does not search as many blocks at once as a payment lives', async () => {
    networks.base.faults.lie('eth_getLogs', () => {
      throw rpcError(INVALID_PARAMS, 'eth_getLogs is limited to a 100 range');
    });
    expect(await failing()).toMatchObject([
      {
        network: BASE,
        message: expect.stringMatching(
          /^The node of X402_BASE_RPC_URL refuses to search 500 blocks .* limited to a 100 range$/,
        ) as string,
      },
    ]);
  });

  it('that the receiver cannot receive', async () => {
    const other = await crypto.subtle.generateKey('Ed25519', true, ['sign']);
    const { x = '' } = await crypto.subtle.exportKey('jwk', other.publicKey);
    set(SOLANA, 'payTo', base58.encode(Buffer.from(x, 'base64url')));
    expect(await failing()).toMatchObject([
      { network: SOLANA, message: expect.stringContaining('no account for USDC') as string },
    ]);
  });

  it('accounts that cannot pay fees for long', async () => {
    const key = generatePrivateKey();
    await networks.base.fundGas(privateKeyToAccount(key).address, 400_000_000_000_000n);
    set(BASE, 'signerKey', key);
    networks.solana.faults.lie('getBalance', (truth) => ({ ...(truth as object), value: 9_999_999 }));
    expect((await failing()).map(({ message }) => message.replace(/^\S+/, 'It'))).toEqual([
      'It has 0.0004 ETH to pay fees: send it 0.0005 ETH or more.',
      'It has 0.009999999 SOL to pay fees: send it 0.01 SOL or more.',
    ]);
  });
});

describe('with services', () => {
  beforeEach(() => {
    settings().wallets.signerKey = {};
    remoteFeePayer().address = null;
    processState('x402.facilitator-support', () => new Map()).clear();
  });

  it('asks what they support, and offers Solana from then on', async () => {
    const service = await startTestService(networks);
    settings().wallets.facilitatorUrls = [service.url];
    expect(rails().map(({ network }) => network)).toEqual([BASE]);
    expect(await failing()).toEqual([]);
    expect(rails().map(({ network }) => network)).toEqual([BASE, SOLANA]);
    await service.stop();
  });

  it('says if none answers', async () => {
    settings().wallets.facilitatorUrls = ['http://127.0.0.1:9'];
    expect((await failing()).map(({ network, message }) => [network, message])).toEqual([
      [BASE, expect.stringContaining('none answers')],
      [SOLANA, expect.stringContaining('none answers')],
    ]);
  });
});

it('ends when the caller leaves', async () => {
  networks.base.faults.hang();
  const caller = new AbortController();
  const checking = checkStart(caller.signal);
  caller.abort(new Error('left'));
  await expect(checking).rejects.toThrow('left');
});
