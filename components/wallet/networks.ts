import { BASE, type Network, SOLANA } from '@/lib/core/wallet';

type NetworkText = {
  name: string;
  /** Which wallets are on it. */
  note: string;
  /** Some of them, by name. */
  wallets: string;
  /** In what its fees are paid. */
  coin: string;
  /** The site that shows its transactions. */
  explorer: string;
  transactionUrl: (id: string) => string;
};

/** The networks in the words of the page. */
export const NETWORK_TEXTS: Record<Network, NetworkText> = {
  [BASE]: {
    name: 'Base',
    note: 'An Ethereum wallet, such as MetaMask or Coinbase Wallet.',
    wallets: 'MetaMask or Coinbase Wallet',
    coin: 'ETH',
    explorer: 'basescan.org',
    transactionUrl: (id) => `https://basescan.org/tx/${encodeURIComponent(id)}`,
  },
  [SOLANA]: {
    name: 'Solana',
    note: 'A Solana wallet, such as Phantom or Solflare.',
    wallets: 'Phantom or Solflare',
    coin: 'SOL',
    explorer: 'solscan.io',
    transactionUrl: (id) => `https://solscan.io/tx/${encodeURIComponent(id)}`,
  },
};

const HEAD = { [BASE]: 6, [SOLANA]: 4 };
const TAIL = 4;

/** The two ends of an address, as wallets show it: `0x1a2b…9f0e`. */
export function shortAddress(network: Network, address: string): string {
  return `${address.slice(0, HEAD[network])}…${address.slice(-TAIL)}`;
}
