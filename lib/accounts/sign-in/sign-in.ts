import { eq } from 'drizzle-orm';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { database } from '../../platform/db';
import { Email, MAX_PASSWORD_CHARACTERS } from '../contract';
import { verifyPassword } from '../password';
import { account } from '../tables';

/** The data for a new session; without an email if the account belongs to a wallet. */
export type SignedIn = {
  accountId: string;
  email: string | null;
  sessionVersion: number;
  /** When the user authenticated, milliseconds since 1970; absent if just now. */
  signedInAtMs?: number;
};

/**
 * Checks an email and a password. An unknown email, a blocked account, and a wrong password take the same time and get
 * the same result.
 * @param client attempts are counted per client address (10 a minute) and, separately and with a far higher limit, per
 *   email
 * @returns null if they do not match
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function signIn(
  input: { email: string; password: string },
  client: { address: string },
): Promise<SignedIn | null> {
  take('signIn', subjectOfAddress(client.address));
  const email = Email.safeParse(input.email).data;
  if (email !== undefined) take('signInEmail', `email:${email}`);
  const [row] = email === undefined ? [] : await database().orm.select().from(account).where(eq(account.email, email));
  const matches = await verifyPassword(input.password.slice(0, MAX_PASSWORD_CHARACTERS + 1), row?.passwordHash ?? null);
  if (email === undefined || !row || !matches || row.blockedAt) return null;
  return { accountId: row.id, email, sessionVersion: row.sessionVersion };
}
