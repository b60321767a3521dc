import { beforeAll, describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { openTestDatabase } from '../../platform/test-database';
import type { Account } from '../caller';
import { readSession } from '../session';
import { createLinkToken } from '../sign-up/one-time-link';
import { makeTestAccount, makeTestCookie } from '../test-accounts';
import { resetPassword } from './reset-password';
import { signIn } from './sign-in';

const PASSWORD = 'a new password';
let account: Account;
let addresses = 0;
const peer = () => ({ address: `10.2.0.${(addresses += 1)}`, direct: true });

beforeAll(async () => {
  await openTestDatabase();
  account = await makeTestAccount('ada@example.com');
});

const refusal = (token: string) =>
  resetPassword({ token, password: PASSWORD }, { peer: peer() }).then(
    () => 'set',
    (error: unknown) => (isApiError(error) ? error.code : String(error)),
  );

describe('setting a new password', () => {
  it('works once per link and ends every session', async () => {
    const cookie = await makeTestCookie(account);
    expect(await readSession(cookie)).not.toBeNull();
    const { token } = await createLinkToken('reset', account.id);
    expect((await Promise.all([refusal(token), refusal(token)])).sort()).toEqual(['INVALID_REQUEST', 'set']);
    expect(await readSession(cookie)).toBeNull();
    expect(await signIn({ email: account.email, password: PASSWORD }, peer())).toMatchObject({ sessionVersion: 2 });
  });

  it('takes neither an unknown link nor an invitation', async () => {
    const { token } = await createLinkToken('invite', null);
    expect(await refusal(token)).toBe('INVALID_REQUEST');
    expect(await refusal('unknown')).toBe('INVALID_REQUEST');
  });
});
