import { eq } from 'drizzle-orm';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { database } from '../../platform/db';
import { Email, MAX_PASSWORD_CHARACTERS } from '../contract';
import { verifyPassword } from '../password';
import { account } from '../tables';

/** What a session begins with; without an e-mail where a wallet holds the account. */
export type SignedIn = {
  accountId: string;
  email: string | null;
  sessionVersion: number;
  /** When the person proved who they are, milliseconds since 1970; absent where they have just done so. */
  signedInAtMs?: number;
};

/**
 * Checks an e-mail and a password. An unknown e-mail, a blocked account and a wrong password take the same time and
 * have the same answer.
 * @param client where the attempt comes from: attempts are counted per address (10 a minute) and, apart and with a far
 *   higher bound, per e-mail
 * @returns null where they do not fit
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
  const fits = await verifyPassword(input.password.slice(0, MAX_PASSWORD_CHARACTERS + 1), row?.passwordHash ?? null);
  if (email === undefined || !row || !fits || row.blockedAt) return null;
  return { accountId: row.id, email, sessionVersion: row.sessionVersion };
}
