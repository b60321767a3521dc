import { findWaysIn, isAnyOpen, without } from '../../accounts/ways-in';
import { areWalletsEnabled } from '../../accounts/wallets/enabled';
import { walletOf } from '../../core/wallet';
import { database } from '../../platform/db';
import type { LinkedWallets } from '../contract';
import type { Person } from '../person';

/** `GET /api/console/account/wallets`: the wallets of the account, and whether one can be linked here. */
export async function listWallets({ caller }: { caller: Person }): Promise<LinkedWallets> {
  const ways = await findWaysIn(database(), caller.account.id);
  return {
    available: areWalletsEnabled(),
    wallets: ways.wallets.flatMap((address) => {
      const wallet = walletOf(address);
      return wallet ? [{ ...wallet, onlyWayIn: !isAnyOpen(without(ways, address)) }] : [];
    }),
  };
}
