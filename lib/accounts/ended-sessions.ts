import { and, eq, lt } from 'drizzle-orm';
import { DAY_MS } from '../core/time';
import { clock } from '../platform/clock';
import { database, type Queryable } from '../platform/db';
import { accountCaches, cacheLifeMs, forgetReads, readOnce, recallOr } from './account-cache';
import { SESSION_DAYS } from './contract';
import { endedSession } from './tables';

/** A browser session: the same in every renewal and every copy of its cookie. */
export type SessionId = { accountId: string; sessionId: string };

/**
 * How long an ended session is stored: the lifetime of a cookie, plus a day for cookies renewed just before by a
 * process that did not know yet, and for clock differences.
 */
const KEPT_MS = (SESSION_DAYS + 1) * DAY_MS;

/**
 * Ends one session for good: no copy of its cookie works or is renewed anymore. Other processes on the same PostgreSQL
 * notice within their cache lifetime. Ending a session again, or one of a deleted account, is fine.
 * @throws ApiError NOT_READY if the database is unavailable: the session continues
 */
export async function endSession({ accountId, sessionId }: SessionId): Promise<void> {
  const expiresAt = new Date(clock.now() + KEPT_MS);
  await database().query(END, [accountId, sessionId, expiresAt]);
  accountCaches().sessions.delete(nameOf({ accountId, sessionId }));
  forgetReads();
}

/** A deleted account has no sessions to end. */
const END = `
  insert into ended_session (account_id, session_id, expires_at)
    select id, $2::text, $3::timestamptz from account where id = $1
    on conflict do nothing`;

/** Whether a session was ended by a sign-out, cached. @throws ApiError NOT_READY */
export async function isSessionEnded(session: SessionId): Promise<boolean> {
  const { sessions } = accountCaches();
  const name = nameOf(session);
  const known = sessions.get(name);
  if (known !== undefined) return known;
  const reading = readOnce(
    `session:${name}`,
    () => readEnded(session),
    (ended) => sessions.set(name, ended, cacheLifeMs()),
  );
  return reading.catch((error: unknown) => recallOr(error, sessions, name));
}

/** Removes ended sessions whose cookies have expired. Several processes may do so at once. */
export async function purgeEndedSessions(): Promise<void> {
  await database()
    .orm.delete(endedSession)
    .where(lt(endedSession.expiresAt, new Date(clock.now())));
}

/** Removes the ended sessions of a deleted account: its session version has ended them all. */
export async function removeEndedSessionsOf({ orm }: Queryable, accountId: string): Promise<void> {
  await orm.delete(endedSession).where(eq(endedSession.accountId, accountId));
}

async function readEnded({ accountId, sessionId }: SessionId): Promise<boolean> {
  const rows = await database()
    .money.orm.select({ sessionId: endedSession.sessionId })
    .from(endedSession)
    .where(and(eq(endedSession.accountId, accountId), eq(endedSession.sessionId, sessionId)));
  return rows.length > 0;
}

function nameOf({ accountId, sessionId }: SessionId): string {
  return `${accountId} ${sessionId}`;
}
