import { forgetAccount } from '../../accounts/account-cache';
import { accountDeletedMeanwhile } from '../../accounts/lock-account';
import { findWaysIn, isAnyOpen } from '../../accounts/ways-in';
import { ApiError } from '../../core/errors';
import { walletOf } from '../../core/wallet';
import { database, type Queryable } from '../../platform/db';
import type { Person } from '../person';

/**
 * `DELETE /api/console/account/wallets/{address}`: the wallet does not sign in to the account anymore, and starts again
 * with a credit of 0. Credit and payments stay with the account. Every session of the account ends, because the wallet
 * may have begun some.
 * @throws ApiError NOT_FOUND if it is not a wallet of the account; CONFLICT if there is no other way to sign in, or if
 *   the account has the wallet's stake
 */
export async function unlinkWallet(
  address: string,
  { caller: { account } }: { caller: Person },
): Promise<{ success: true }> {
  const wallet = walletOf(address);
  if (!wallet) throw notLinked();
  await database().transaction((within) => remove(within, account.id, wallet.address));
  forgetAccount(account.id);
  return { success: true };
}

async function remove(within: Queryable, accountId: string, address: string): Promise<void> {
  // The account's row is the lock: of two concurrent calls, the second sees the result of the first.
  const [own] = await within.query<{ email: string | null; isOwn: boolean }>(
    `select email, coalesce(wallet_address = $2, false) as "isOwn" from account
       where id = $1 and deleted_at is null for update`,
    [accountId, address],
  );
  if (!own) throw accountDeletedMeanwhile();
  if (own.isOwn && own.email === null) throw onlyName();
  await within.query(
    `update account set session_version = session_version + 1,
        wallet_address = case when wallet_address = $2 then null else wallet_address end
      where id = $1`,
    [accountId, address],
  );
  const removed = await within.query(
    'delete from account_wallet where address = $2 and account_id = $1 returning 1 as one',
    [accountId, address],
  );
  if (!own.isOwn && removed.length === 0) throw notLinked();
  const stake = await within.query('select 1 as one from ledger_stake where account_id = $1 and wallet_address = $2', [
    ...[accountId, address],
  ]);
  if (stake.length > 0) throw hasStake();
  if (!isAnyOpen(await findWaysIn(within, accountId))) throw onlyWayIn();
}

const notLinked = () => new ApiError('NOT_FOUND', 'This wallet is not linked to the account.');
const onlyName = () =>
  new ApiError('CONFLICT', 'The account belongs to this wallet. Add an email and a password first, then unlink it.');
const hasStake = () =>
  new ApiError(
    'CONFLICT',
    'The account’s daily DIEM comes from the stake of this wallet. Ask the owner of this installation to end that first.',
  );
const onlyWayIn = () =>
  new ApiError('CONFLICT', 'This wallet is the only way to sign in to the account. Set a password first.');
