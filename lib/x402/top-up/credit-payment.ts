import { admitWallet } from '../../accounts/wallet-account';
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
  { id, accountId, payer, amountMicro }: StoredPayment,
  transactionId: string,
): Promise<boolean> {
  const credited = await database().transaction(async (within) => {
    if (!(await markCredited(within, id, transactionId))) return null;
    const holder = accountId ?? (await holderOf(within, payer));
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
 * The account of a payer that had none when the payment was verified. The money has moved: whether new wallets are
 * accepted was asked before that, and an account that was blocked since gets what was paid.
 */
async function holderOf(within: Queryable, payer: string): Promise<string> {
  const [own] = await within.query<{ id: string }>(
    'select id from account where wallet_address = $1 and deleted_at is null',
    [payer],
  );
  return own?.id ?? (await admitWallet(within, payer, { signUp: 'open' })).id;
}

/** The ledger entry of a payment. */
export const entryOf = (paymentId: string): string => `top-up:${paymentId}`;
