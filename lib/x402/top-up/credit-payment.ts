import { admitWallet } from '../../accounts/wallet-account';
import { forgetAccount } from '../../accounts/account-cache';
import { credit } from '../../ledger/credit';
import { database } from '../../platform/db';
import { NANO_PER_MICRO } from '../constants';
import { markCredited, type StoredPayment } from './store';

/**
 * Adds the credit of a payment that the chain shows, once, however often and by however many processes this is called:
 * the payment's row admits one of them, and the ledger one entry per payment. The payer's account is created here if it
 * has none.
 * @returns false if it was credited before
 */
export async function creditPayment(
  { id, accountId, payer, amountMicro }: StoredPayment,
  transactionId: string,
): Promise<boolean> {
  const credited = await database().transaction(async (within) => {
    if (!(await markCredited(within, id, transactionId))) return null;
    // The money has moved: whether new wallets are accepted was asked before that.
    const holder = accountId ?? (await admitWallet(within, payer, { signUp: 'open' })).id;
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

/** The ledger entry of a payment. */
export const entryOf = (paymentId: string): string => `top-up:${paymentId}`;
