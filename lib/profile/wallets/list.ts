import { findWaysIn, isAnyOpen, without } from '../../accounts/ways-in';
import { walletNetworks } from '../../accounts/wallets/enabled';
import { walletOf } from '../../core/wallet';
import { database } from '../../platform/db';
import type { LinkedWallets } from '../contract';
import type { Person } from '../person';

/** `GET /api/console/account/wallets`: the wallets of the account, and the networks whose wallets can be linked here. */
export async function listWallets({ caller }: { caller: Person }): Promise<LinkedWallets> {
  const ways = await findWaysIn(database(), caller.account.id);
  return {
    networks: walletNetworks(),
    wallets: ways.wallets.flatMap((address) => {
      const wallet = walletOf(address);
      return wallet ? [{ ...wallet, onlyWayIn: !isAnyOpen(without(ways, address)) }] : [];
    }),
  };
}
