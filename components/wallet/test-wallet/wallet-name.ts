import { randomHex } from '@/lib/core/ids';

/** The localStorage key of the test wallet that this browser used last. */
const KEPT = 'farebox-test-wallet';
const NAME_BYTES = 16;
const NAME = /^[0-9a-f]{32}$/;

type Kept = { wallet: string; accountId: string | null };
type Store = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * The name of the test wallet to use: the account's own. A visitor who is not signed in has the one that was used last in
 * this browser, as with any other wallet, else a new one; whoever signs in with a new one goes on with it.
 * @param accountId of the signed-in account; null for a visitor
 * @param ownName asks the server for the account's own
 * @param store default: the browser's; where it stores nothing, a visitor's wallet lasts as long as the page
 */
export async function findWalletName(
  accountId: string | null,
  ownName: () => Promise<string>,
  store: Store = localStorage,
): Promise<string> {
  const kept = readKept(store);
  const isUsable = kept !== null && (accountId === null || kept.accountId === null || kept.accountId === accountId);
  const wallet = isUsable ? kept.wallet : accountId === null ? randomHex(NAME_BYTES) : await ownName();
  keep(store, { wallet, accountId: accountId ?? (isUsable ? kept.accountId : null) });
  return wallet;
}

function readKept(store: Store): Kept | null {
  try {
    const { wallet, accountId } = JSON.parse(store.getItem(KEPT) ?? '{}') as Partial<Record<keyof Kept, unknown>>;
    if (typeof wallet !== 'string' || !NAME.test(wallet)) return null;
    return { wallet, accountId: typeof accountId === 'string' ? accountId : null };
  } catch {
    return null;
  }
}

function keep(store: Store, kept: Kept): void {
  try {
    store.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Nothing is stored.
  }
}
