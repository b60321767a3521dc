import { randomHex } from '@/lib/core/ids';

/** The localStorage key of the sign-in page's test wallet; with an account's ID behind it, of the account's. */
const KEPT = 'farebox-test-wallet';
const NAME_BYTES = 16;
const NAME = /^[0-9a-f]{32}$/;

/** A wallet's name, and whose it is: null if it was made on the sign-in page. */
type Kept = { wallet: string; accountId: string | null };
type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** What the server knows about an account's test wallets. */
export type AskedOfServer = {
  /** The name of the account's own. */
  ownName: () => Promise<string>;
  /** Whether a test wallet signs in to the account. */
  signsIn: (wallet: string) => Promise<boolean>;
};

/**
 * The name of the test wallet to use. An account keeps its own in this browser, whoever else uses the browser: the one
 * that it has signed in with, else the one that the server has for it. On the sign-in page, it is the one that was made
 * there, else the one that an account used last, so that whoever has signed out signs in again with the same.
 * @param accountId of the signed-in account; null on the sign-in page
 * @param store default: the browser's; where it stores nothing, a wallet of the sign-in page lasts as long as the page
 */
export async function findWalletName(
  accountId: string | null,
  { ownName, signsIn }: AskedOfServer,
  store: Store = localStorage,
): Promise<string> {
  const onSignIn = readKept(store, KEPT);
  if (accountId === null) {
    if (onSignIn) return onSignIn.wallet;
    const made = { wallet: randomHex(NAME_BYTES), accountId };
    keep(store, KEPT, made);
    return made.wallet;
  }
  const key = `${KEPT}-${accountId}`;
  const isOwn = async ({ wallet, accountId: owner }: Kept) =>
    owner === accountId || (owner === null && (await signsIn(wallet)));
  const known = readKept(store, key) ?? (onSignIn && (await isOwn(onSignIn)) ? onSignIn : null);
  const own = { wallet: known?.wallet ?? (await ownName()), accountId };
  keep(store, key, own);
  // The one that was made on the sign-in page may be the only way in to an account.
  if (onSignIn?.accountId !== null) keep(store, KEPT, own);
  return own.wallet;
}

function readKept(store: Store, key: string): Kept | null {
  try {
    const { wallet, accountId } = JSON.parse(store.getItem(key) ?? '{}') as Partial<Record<keyof Kept, unknown>>;
    if (typeof wallet !== 'string' || !NAME.test(wallet)) return null;
    return { wallet, accountId: typeof accountId === 'string' ? accountId : null };
  } catch {
    return null;
  }
}

function keep(store: Store, key: string, kept: Kept): void {
  try {
    store.setItem(key, JSON.stringify(kept));
  } catch {
    // Nothing is stored.
  }
}
