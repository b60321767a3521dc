import { beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '@/lib/accounts/sign-in/sign-in';
import { createLinkToken, findLiveLink } from '@/lib/accounts/sign-up/one-time-link';
import { readSession } from '@/lib/accounts/session';
import { MINUTE_MS } from '@/lib/core/time';
import { clock } from '@/lib/platform/clock';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { makePerson, makePersonWithoutPassword, PASSWORD } from '@/lib/profile/test-person';
import { POST } from './route';

const NEW = 'a password of today';
const CLIENT = { address: '10.9.0.1' };

beforeAll(async () => {
  await openTestDatabase();
});

async function change(cookie: string, body: Record<string, unknown>) {
  const init = {
    method: 'POST',
    headers: { host: 'localhost:3000', 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  };
  const response = await POST(new Request('http://localhost:3000/api/console/account/password', init));
  return { status: response.status, body: await response.json() };
}

describe('200', () => {
  it('sets the password and ends every session and reset link', async () => {
    const { account, cookie } = await makePerson('ada@example.com');
    const { token } = await createLinkToken('reset', account.id);
    expect(await change(cookie, { currentPassword: PASSWORD, newPassword: NEW })).toEqual({
      status: 200,
      body: { success: true },
    });
    expect(await readSession(cookie)).toBeNull();
    expect(await findLiveLink(database(), 'reset', token)).toBeNull();
    expect(await signIn({ email: account.email, password: PASSWORD }, CLIENT)).toBeNull();
    expect(await signIn({ email: account.email, password: NEW }, CLIENT)).toMatchObject({ accountId: account.id });
  });

  it('sets a first one after a recent sign-in', async () => {
    const { account, cookie } = await makePersonWithoutPassword('new@example.com', clock.now() - 9 * MINUTE_MS);
    expect((await change(cookie, { newPassword: NEW })).status).toBe(200);
    expect(await signIn({ email: account.email, password: NEW }, CLIENT)).toMatchObject({ accountId: account.id });
  });
});

describe('400', () => {
  it.each([
    ['a wrong current password', { currentPassword: 'something else', newPassword: NEW }, 'currentPassword'],
    ['no current password', { newPassword: NEW }, 'currentPassword'],
    ['a short new password', { currentPassword: PASSWORD, newPassword: 'short' }, 'newPassword'],
  ])('for %s, at its field', async (name, body, field) => {
    const { account, cookie } = await makePerson(`${name.replaceAll(' ', '-')}@example.com`);
    expect(await change(cookie, body)).toMatchObject({
      status: 400,
      body: { details: { [field]: { _errors: [expect.any(String)] } } },
    });
    expect(await readSession(cookie)).not.toBeNull();
    expect(await signIn({ email: account.email, password: PASSWORD }, { address: '10.9.0.2' })).not.toBeNull();
  });

  it('for an unknown field', async () => {
    const { cookie } = await makePerson('strict@example.com');
    const { status } = await change(cookie, { currentPassword: PASSWORD, newPassword: NEW, email: 'x@example.com' });
    expect(status).toBe(400);
  });

  it('for one of two concurrent changes', async () => {
    const { cookie } = await makePerson('twice@example.com');
    const answers = await Promise.all(
      [NEW, 'another of today'].map((newPassword) => change(cookie, { currentPassword: PASSWORD, newPassword })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('401', () => {
  it('without a session', async () => {
    expect((await change('', { currentPassword: PASSWORD, newPassword: NEW })).status).toBe(401);
  });
});

describe('403', () => {
  it.each([
    ['eleven minutes old', clock.now() - 11 * MINUTE_MS],
    ['of unknown age', 0],
  ])('for a first password if the sign-in is %s', async (name, signedInAtMs) => {
    const { cookie } = await makePersonWithoutPassword(`${name.replaceAll(' ', '-')}@example.com`, signedInAtMs);
    const { status, body } = await change(cookie, { newPassword: NEW });
    expect({ status, error: body.error }).toEqual({ status: 403, error: expect.stringContaining('Sign in again') });
  });
});

describe('429', () => {
  it('after ten wrong ones within a minute, for this account only', async () => {
    const { cookie } = await makePerson('guessed@example.com');
    const other = await makePerson('spared@example.com');
    const statuses: number[] = [];
    // A window may end in between: then ten of one and ten of the next pass, but never twenty-one.
    for (let index = 0; index < 21; index += 1)
      statuses.push((await change(cookie, { currentPassword: 'wrong', newPassword: NEW })).status);
    expect(statuses).toContain(429);
    expect((await change(other.cookie, { currentPassword: 'wrong', newPassword: NEW })).status).toBe(400);
  });
});
