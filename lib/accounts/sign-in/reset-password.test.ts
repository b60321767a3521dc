import { beforeAll, describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { readSession } from '../session';
import { createLinkToken, findLiveLink } from '../sign-up/one-time-link';
import { makeTestAccount, makeTestCookie, type TestAccount } from '../test-accounts';
import { resetPassword } from './reset-password';
import { signIn } from './sign-in';

const PASSWORD = 'a new password';
let account: TestAccount;
let addresses = 0;
const client = () => ({ address: `10.2.0.${(addresses += 1)}`, direct: true });

beforeAll(async () => {
  await openTestDatabase();
  account = await makeTestAccount('ada@example.com');
});

const refusal = (token: string) =>
  resetPassword({ token, password: PASSWORD }, { client: client() }).then(
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
    expect(await signIn({ email: account.email, password: PASSWORD }, client())).toMatchObject({ sessionVersion: 2 });
  });

  it('invalidates the account’s other reset links, and no other account’s', async () => {
    const other = await makeTestAccount('grace@example.com');
    const [first, second] = [await createLinkToken('reset', account.id), await createLinkToken('reset', account.id)];
    const [theirs, invite] = [await createLinkToken('reset', other.id), await createLinkToken('invite', null)];
    // Concurrently: one wins, and the other is then invalid.
    const outcomes = await Promise.all([refusal(first.token), refusal(second.token)]);
    expect(outcomes.sort()).toEqual(['INVALID_REQUEST', 'set']);
    expect(await refusal(first.token)).toBe('INVALID_REQUEST');
    expect(await refusal(second.token)).toBe('INVALID_REQUEST');
    expect(await findLiveLink(database(), 'invite', invite.token)).toEqual({ accountId: null });
    expect(await refusal(theirs.token)).toBe('set');
  });

  it('accepts neither an unknown link nor an invitation', async () => {
    const { token } = await createLinkToken('invite', null);
    expect(await refusal(token)).toBe('INVALID_REQUEST');
    expect(await refusal('unknown')).toBe('INVALID_REQUEST');
  });
});
