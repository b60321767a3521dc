import { admitWallet, findWalletHolder } from '../../accounts/wallets/wallet-account';
import { lockAccount } from '../../accounts/lock-account';
import { forgetAccount } from '../../accounts/account-cache';
import { credit } from '../../ledger/credit';
import { database, type Queryable } from '../../platform/db';
import { NANO_PER_MICRO } from '../constants';
import { markCredited, type StoredPayment } from './store';

/**
 * Adds the credit of a payment that the chain shows, once, however often and by however many processes this is called:
 * the payment's row admits one of them, and the ledger one entry per payment. The payer's account is created here if it
 * has none.
 * @returns false if it was credited before
 */
export async function creditPayment(
  { id, payer, amountMicro }: StoredPayment,
  transactionId: string,
): Promise<boolean> {
  const credited = await database().transaction(async (within) => {
    const marked = await markCredited(within, id, transactionId);
    if (marked === null) return null;
    // Not as it was read before: the account may have been merged into another one since.
    const holder = await lockHolder(within, marked.accountId, payer);
    await within.query('update wallet_payment set account_id = $2 where id = $1', [id, holder]);
    await credit(
      {
        ...{ entryId: entryOf(id), accountId: holder, currency: 'USD', kind: 'TOP_UP' },
        ...{ amountNano: amountMicro * NANO_PER_MICRO, note: `USDC, transaction ${transactionId}` },
      },
      within,
    );
    return holder;
  });
  if (credited !== null) forgetAccount(credited);
  return credited !== null;
}

/**
 * The account that gets the credit, which cannot be closed until the transaction ends: the one that was chosen when the
 * payment was made, else the payer's. The money has moved: whether new wallets are accepted was asked before that, and
 * an account that was blocked since gets what was paid.
 */
async function lockHolder(within: Queryable, accountId: string | null, payer: string): Promise<string> {
  // A wallet's account that was merged into another one in the meantime is closed.
  if (accountId !== null && (await isLocked(within, accountId))) return accountId;
  const id = (await findWalletHolder(within, payer)) ?? (await admitWallet(within, payer, { signUp: 'open' })).id;
  await lockAccount(within, id);
  return id;
}

async function isLocked(within: Queryable, accountId: string): Promise<boolean> {
  const rows = await within.query('select 1 as one from account where id = $1 and deleted_at is null for key share', [
    accountId,
  ]);
  return rows.length === 1;
}

/** The ledger entry of a payment. */
export const entryOf = (paymentId: string): string => `top-up:${paymentId}`;
