/** Wallets, the networks they live on, and the token they pay with. */

/** Base, an Ethereum network: chain ID 8453 (CAIP-2). */
export const BASE = 'eip155:8453';
/** The main network of Solana (CAIP-2). */
export const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** The networks on which wallets sign in and pay, as CAIP-2 writes them. */
export const NETWORKS = [BASE, SOLANA] as const;
export type Network = (typeof NETWORKS)[number];

/** The contract of USDC on Base, and its mint on Solana. */
export const USDC: Record<Network, string> = {
  [BASE]: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  [SOLANA]: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
};
/** Decimals of USDC on both networks. */
export const USDC_DECIMALS = 6;

/** A wallet. Wallets of different networks are different callers, each with its own credit. */
export type Wallet = {
  network: Network;
  /** Lowercase `0x…` on Base, base58 on Solana. */
  address: string;
};

/** The name and version of USDC on Base in what payers sign (EIP-712). */
export const USDC_DOMAIN = { name: 'USD Coin', version: '2' } as const;

/** Whether two addresses of Base, or other hexadecimal texts, are the same: their capital letters are a checksum. */
export function isSameHex(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The forms of addresses: `0x` and 40 hexadecimal digits, and 32 to 44 characters of base58. */
const BASE_ADDRESS = /^0x[a-fA-F0-9]{40}$/;
export const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * The wallet of an address, recognized by its form; null if it has none of the two. Whether a Solana address has 32
 * bytes is not checked.
 */
export function walletOf(address: string): Wallet | null {
  if (BASE_ADDRESS.test(address)) return { network: BASE, address: address.toLowerCase() };
  return SOLANA_ADDRESS.test(address) ? { network: SOLANA, address } : null;
}
