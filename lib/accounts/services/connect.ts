import { and, eq, isNull } from 'drizzle-orm';
import { clock } from '../../platform/clock';
import { database, type Queryable } from '../../platform/db';
import type { Caller } from '../caller';
import type { ServiceRefusal } from '../contract';
import { isFreshSignIn } from '../session';
import type { SignedIn } from '../sign-in/sign-in';
import { account, accountIdentity } from '../tables';
import type { Identity } from './identity';

/** The existing session of the browser. */
export type CurrentSession = Pick<Extract<Caller, { kind: 'session' }>, 'account' | 'signedInAtMs'>;

/**
 * Connects a user's identity at a service to their account, at most one per service. The connection is permanent, so it
 * needs a recent sign-in. It does not prove who is at the browser, so the session keeps its sign-in time. If the
 * identity is already connected to this account, this is an ordinary sign-in.
 * @returns the data for the session, or the reason for the refusal
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
    // The session came from a cache and may have been revoked since.
    const isCurrent = holder.sessionVersion === session.account.sessionVersion;
    if (!isCurrent || !isFreshSignIn(session.signedInAtMs)) return 'SIGN_IN_AGAIN';
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
