import { and, eq, isNull } from 'drizzle-orm';
import { clock } from '../../platform/clock';
import { database, type Queryable } from '../../platform/db';
import type { Caller } from '../caller';
import type { ServiceRefusal } from '../contract';
import { isFreshSignIn } from '../session';
import type { SignedIn } from '../sign-in/sign-in';
import { account, accountIdentity } from '../tables';
import type { Identity } from './identity';

/** The session that stands in the browser already. */
export type CurrentSession = Pick<Extract<Caller, { kind: 'session' }>, 'account' | 'signedInAtMs'>;

/**
 * Connects a person's identity at a service to their account, which has one of each service. It lasts, so it needs a
 * fresh sign-in, and proves nothing of the account's person: the session keeps the time of its sign-in. One that opens
 * this account already is a sign-in like any other.
 * @returns the account as a session knows it, or why not
 */
export async function connectIdentity(identity: Identity, session: CurrentSession): Promise<SignedIn | ServiceRefusal> {
  const { service: provider, subject, label } = identity;
  const accountId = session.account.id;
  return database().transaction(async (within) => {
    const { email, sessionVersion } = account;
    const [holder] = await within.orm
      .select({ email, sessionVersion })
      .from(account)
      .where(and(eq(account.id, accountId), isNull(account.blockedAt), isNull(account.deletedAt)))
      .for('update');
    if (!holder) return 'ACCOUNT_BLOCKED';
    const known = await findHolder(within, identity);
    if (known !== null) return known === accountId ? { accountId, ...holder } : 'IDENTITY_TAKEN';
    // The session was read from a cache: it may have been revoked since.
    const stands = holder.sessionVersion === session.account.sessionVersion;
    if (!stands || !isFreshSignIn(session.signedInAtMs)) return 'SIGN_IN_AGAIN';
    const connected = await within.orm
      .insert(accountIdentity)
      .values({ provider, subject, label, accountId, createdAt: new Date(clock.now()) })
      .onConflictDoNothing()
      .returning({ accountId: accountIdentity.accountId });
    if (connected.length > 0) return { accountId, ...holder, signedInAtMs: session.signedInAtMs ?? 0 };
    return (await findHolder(within, identity)) === null ? 'ALREADY_CONNECTED' : 'IDENTITY_TAKEN';
  });
}

async function findHolder(within: Queryable, { service, subject }: Identity): Promise<string | null> {
  const [found] = await within.orm
    .select({ accountId: accountIdentity.accountId })
    .from(accountIdentity)
    .where(and(eq(accountIdentity.provider, service), eq(accountIdentity.subject, subject)));
  return found?.accountId ?? null;
}
