import { and, asc, eq, gt } from 'drizzle-orm';
import { database } from '../platform/db';
import { accountWallet } from './tables';

/** A wallet that is linked to an account. */
export type LinkedWallet = { address: string; linkedAt: Date };

/** The wallets that are linked to an account, by address. @param after only those after this address */
export function listLinkedWallets(
  accountId: string,
  after: string | undefined,
  limit: number,
): Promise<LinkedWallet[]> {
  const isOwn = eq(accountWallet.accountId, accountId);
  return database()
    .orm.select({ address: accountWallet.address, linkedAt: accountWallet.createdAt })
    .from(accountWallet)
    .where(after === undefined ? isOwn : and(isOwn, gt(accountWallet.address, after)))
    .orderBy(asc(accountWallet.address))
    .limit(limit);
}
