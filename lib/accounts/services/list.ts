import { eq } from 'drizzle-orm';
import { database } from '../../platform/db';
import type { Caller } from '../caller';
import type { ServiceList } from '../contract';
import { SIGN_IN_SERVICES, type SignInServiceName } from '../../core/sign-in-services';
import { accountIdentity } from '../tables';
import { findWaysIn, isAnyOpen, without } from '../ways-in';
import { enabledServices } from './providers';

/** The services that an account is connected to, and those it could connect. */
export async function listServices({ caller }: { caller: Extract<Caller, { kind: 'session' }> }): Promise<ServiceList> {
  const { orm } = database();
  const accountId = caller.account.id;
  const ways = await findWaysIn(database(), accountId);
  const identities = await orm.select().from(accountIdentity).where(eq(accountIdentity.accountId, accountId));
  const open = enabledServices();
  const services = (Object.keys(SIGN_IN_SERVICES) as SignInServiceName[]).map((service) => {
    const found = identities.find(({ provider }) => provider === service);
    return {
      service,
      available: open.includes(service),
      connected: found ? { label: found.label, connectedAt: found.createdAt.toISOString() } : null,
      onlyWayIn: found !== undefined && !isAnyOpen(without(ways, service)),
    };
  });
  return { services: services.filter(({ available, connected }) => available || connected) };
}
