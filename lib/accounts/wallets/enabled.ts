import { settings } from '../../platform/env';

/** Whether people can sign in with wallets here: where wallets can pay. */
export function areWalletsEnabled(): boolean {
  return Object.values(settings().wallets.payTo).some((receiver) => receiver !== undefined);
}
