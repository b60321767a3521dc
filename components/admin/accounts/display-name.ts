import type { ListedAccount } from '@/lib/admin/contract';

type Named = Pick<ListedAccount, 'email' | 'name' | 'walletAddress'>;

/**
 * An account's display name: its email, otherwise its name, otherwise its wallet. Deleted accounts have none of them.
 */
export function displayName({ email, name, walletAddress }: Named): string {
  return email ?? name ?? (walletAddress === null ? 'Deleted account' : shortWallet(walletAddress));
}

/** The account's second identifier; null if there is none. */
export function secondaryName({ email, name, walletAddress }: Named): string | null {
  if (email !== null && name !== null) return name;
  return walletAddress !== null && (email !== null || name !== null) ? shortWallet(walletAddress) : null;
}

/** The first and last characters of an address, which people compare. */
export function shortWallet(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
