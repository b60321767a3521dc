import { asc, eq } from 'drizzle-orm';
import type { SignInServiceName } from '../core/sign-in-services';
import type { Queryable } from '../platform/db';
import { isAnyEnabled } from './services/providers';
import { account, accountIdentity, accountWallet } from './tables';
import { areWalletsEnabled } from './wallets/enabled';

/** How the holder of an account can sign in to it. */
export type WaysIn = {
  password: boolean;
  /** The connected services, whether they are turned on here or not. */
  services: SignInServiceName[];
  /** The addresses of its wallets, its own first. */
  wallets: string[];
};

/** The ways in to an account. @param within the transaction that changes them; it must have locked the account's row */
export async function findWaysIn({ orm }: Queryable, accountId: string): Promise<WaysIn> {
  const [holder] = await orm
    .select({ passwordHash: account.passwordHash, walletAddress: account.walletAddress })
    .from(account)
    .where(eq(account.id, accountId));
  const services = await orm
    .select({ provider: accountIdentity.provider })
    .from(accountIdentity)
    .where(eq(accountIdentity.accountId, accountId));
  const linked = await orm
    .select({ address: accountWallet.address })
    .from(accountWallet)
    .where(eq(accountWallet.accountId, accountId))
    .orderBy(asc(accountWallet.createdAt), asc(accountWallet.address));
  const own = holder?.walletAddress == null ? [] : [holder.walletAddress];
  return {
    password: holder?.passwordHash != null,
    services: services.map(({ provider }) => provider),
    wallets: [...own, ...linked.map(({ address }) => address)],
  };
}

/** Whether anybody can sign in by one of these ways. */
export function isAnyOpen({ password, services, wallets }: WaysIn): boolean {
  return password || isAnyEnabled(services) || (areWalletsEnabled() && wallets.length > 0);
}

/** The ways that are left without a service or a wallet. */
export function without(ways: WaysIn, removed: string): WaysIn {
  const { services, wallets } = ways;
  return {
    ...ways,
    services: services.filter((service) => service !== removed),
    wallets: wallets.filter((address) => address !== removed),
  };
}
