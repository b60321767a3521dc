import { encode } from 'next-auth/jwt';
import { createApiKey, type NewKey } from './keys/api-keys';
import type { Account } from './caller';
import { findAccount } from './account-cache';
import { sessionSecret } from './session';
import { createAccount } from './sign-up/create-account';

/** Not a real hash: no password matches it, and no test waits for scrypt. */
const NO_PASSWORD = 'none';

/** An account with an email. */
export type TestAccount = Account & { email: string };

/** For tests: an account in the open database, with some credit. */
export async function makeTestAccount(email: string, creditNanoUsd = 0n): Promise<TestAccount> {
  const input = { email, passwordHash: NO_PASSWORD, welcomeCreditNanoUsd: creditNanoUsd };
  const { accountId } = await createAccount(input, async () => undefined);
  const account = await findAccount(accountId);
  if (!account) throw new Error('The account that was just created is missing.');
  return { ...account, email };
}

/** For tests: the secret and the ID of a new key. */
export async function makeTestKey(
  accountId: string,
  wanted: Partial<NewKey> = {},
): Promise<{ secret: string; id: string }> {
  const defaults = {
    type: 'ADMIN',
    description: 'test',
    limitUsdNano: null,
    limitDiemNano: null,
    limitPeriod: 'EPOCH',
    modelPrivacy: 'ALL',
    expiresAt: null,
  } as const;
  const { key, secret } = await createApiKey({ ...defaults, ...wanted, accountId });
  return { secret, id: key.id };
}

/** For tests: the cookie of a signed-in browser. */
export async function makeTestCookie(
  account: Pick<Account, 'id' | 'sessionVersion'>,
  signedInAtMs?: number,
): Promise<string> {
  const token = { sub: account.id, sessionVersion: account.sessionVersion, signedInAtMs };
  return `next-auth.session-token=${await encode({ token, secret: await sessionSecret() })}`;
}
