import { type Network, NETWORKS } from '../../core/wallet';
import { settings } from '../../platform/env';

/** The networks whose wallets people can sign in with: those on which wallets can pay. */
export function walletNetworks(): Network[] {
  const { payTo } = settings().wallets;
  return NETWORKS.filter((network) => payTo[network] !== undefined);
}

/** Whether people can sign in with wallets. */
export const areWalletsEnabled = (): boolean => walletNetworks().length > 0;
