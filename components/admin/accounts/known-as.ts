import type { ListedAccount } from '@/lib/admin/contract';

type Named = Pick<ListedAccount, 'email' | 'name' | 'walletAddress'>;

/** What an account is known by: its e-mail, else its name, else its wallet. A deleted one has none of them. */
export function knownAs({ email, name, walletAddress }: Named): string {
  return email ?? name ?? (walletAddress === null ? 'Deleted account' : shortWallet(walletAddress));
}

/** What else it is known by; null where that is all. */
export function alsoKnownAs({ email, name, walletAddress }: Named): string | null {
  if (email !== null && name !== null) return name;
  return walletAddress !== null && (email !== null || name !== null) ? shortWallet(walletAddress) : null;
}

/** The ends of an address, which people compare. */
export function shortWallet(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
