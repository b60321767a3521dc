import { BASE, USDC } from '../../core/wallet';
import type { Ask } from './node';

/** USDC on Base, as viem types addresses. */
export const BASE_USDC = USDC[BASE] as `0x${string}`;

/** The chain ID of Base. */
export const BASE_CHAIN_ID = 8453;

/** What payments need to know of Base. viem's own list would load some 700 chains. */
const CHAIN = {
  id: BASE_CHAIN_ID,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  // The most that is paid, not what is paid: a transaction below the base fee would wait, and all later ones with it.
  fees: { baseFeeMultiplier: 4 },
};

/** The functions and events of USDC that payments use (EIP-3009, ERC-20). */
export const USDC_ABI = [
  {
    type: 'function',
    name: 'authorizationState',
    stateMutability: 'view',
    inputs: [
      { name: 'authorizer', type: 'address' },
      { name: 'nonce', type: 'bytes32' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
  { type: 'function', name: 'version', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'string' }] },
  {
    type: 'event',
    name: 'AuthorizationUsed',
    inputs: [
      { name: 'authorizer', type: 'address', indexed: true },
      { name: 'nonce', type: 'bytes32', indexed: true },
    ],
  },
  {
    type: 'event',
    name: 'AuthorizationCanceled',
    inputs: [
      { name: 'authorizer', type: 'address', indexed: true },
      { name: 'nonce', type: 'bytes32', indexed: true },
    ],
  },
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
] as const;

/** A viem client whose only way to the network is `ask`. viem is loaded here at first use. */
export async function openBase(ask: Ask) {
  const { createClient, custom } = await import('viem');
  return createClient({
    chain: CHAIN,
    transport: custom({ request: ask }, { retryCount: 0 }),
    // A contract may ask its reader to fetch any URL (EIP-3668), which is not allowed here.
    ccipRead: false,
    cacheTime: 0,
  });
}

/** Such a client. */
export type BaseClient = Awaited<ReturnType<typeof openBase>>;
