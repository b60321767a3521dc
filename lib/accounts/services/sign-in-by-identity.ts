import { and, eq } from 'drizzle-orm';
import { ApiError, isApiError } from '../../core/errors';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { clock } from '../../platform/clock';
import { database, type Queryable } from '../../platform/db';
import { settings, type Settings } from '../../platform/env';
import type { ServiceRefusal } from '../contract';
import type { SignedIn } from '../sign-in/sign-in';
import { insertAccount } from '../sign-up/create-account';
import { account, accountIdentity } from '../tables';
import { needsOwner } from '../visitor';
import { connectIdentity, type CurrentSession } from './connect';
import type { Identity } from './identity';

/** The settings that decide whether new users may sign up. */
type NewUserRules = Pick<Settings, 'signUp' | 'welcomeCreditNanoUsd'>;

/**
 * Handles a finished sign-in with another service. If the user is already signed in, it connects the identity to their
 * account. Otherwise a known identity signs in to its account, and an unknown one creates an account by the rules of
 * sign-up. It never creates the first account, and never one if its email already has an account: our own emails are
 * not verified, so they do not prove who holds the account.
 * @param current the session of the same browser, or null
 * @throws ApiError RATE_LIMIT_EXCEEDED for the sixth new account from an address within an hour
 */
export async function signInByIdentity(
  identity: Identity,
  { current, address }: { current: CurrentSession | null; address: string },
  rules: NewUserRules = settings(),
): Promise<SignedIn | ServiceRefusal> {
  if (current !== null) return connectIdentity(identity, current);
  const known = await findByIdentity(identity);
  if (known) return known;
  const { email } = identity;
  if (email === null) return 'EMAIL_UNVERIFIED';
  if (await needsOwner()) return 'NO_OWNER';
  if (await hasAccount(email)) return 'EMAIL_TAKEN';
  if (rules.signUp === 'closed') return 'SIGN_UP_CLOSED';
  if (rules.signUp === 'invite') return 'INVITATION_NEEDED';
  take('signUp', subjectOfAddress(address));
  try {
    return await signUpWith(identity, email, rules.welcomeCreditNanoUsd);
  } catch (error) {
    if (!isApiError(error) || error.code !== 'CONFLICT') throw error;
    // A concurrent request was faster: the same user in another tab, or a sign-up with this email.
    return (await findByIdentity(identity)) ?? 'EMAIL_TAKEN';
  }
}

async function findByIdentity({ service, subject }: Identity): Promise<SignedIn | 'ACCOUNT_BLOCKED' | null> {
  const { id, email, sessionVersion, blockedAt, deletedAt } = account;
  const [found] = await database()
    .orm.select({ accountId: id, email, sessionVersion, blockedAt, deletedAt })
    .from(accountIdentity)
    .innerJoin(account, eq(id, accountIdentity.accountId))
    .where(and(eq(accountIdentity.provider, service), eq(accountIdentity.subject, subject)));
  if (!found) return null;
  if (found.blockedAt || found.deletedAt) return 'ACCOUNT_BLOCKED';
  return { accountId: found.accountId, email: found.email, sessionVersion: found.sessionVersion };
}

async function hasAccount(email: string): Promise<boolean> {
  const rows = await database().orm.select({ id: account.id }).from(account).where(eq(account.email, email));
  return rows.length > 0;
}

function signUpWith(identity: Identity, email: string, welcomeCreditNanoUsd: bigint): Promise<SignedIn> {
  return database().transaction(async (within: Queryable) => {
    const input = { email, passwordHash: null, welcomeCreditNanoUsd };
    const { accountId } = await insertAccount(within, input, refuseFirst);
    const { service: provider, subject, label } = identity;
    await within.orm
      .insert(accountIdentity)
      .values({ provider, subject, label, accountId, createdAt: new Date(clock.now()) });
    return { accountId, email, sessionVersion: 1 };
  });
}

async function refuseFirst(_within: Queryable, first: boolean): Promise<void> {
  if (first) throw new ApiError('UNAUTHORIZED', 'The first account must be created with a password.');
}
