import { beforeAll, describe, expect, it } from 'vitest';
import { forgetAccount } from '@/lib/accounts/account-cache';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { makePerson, PASSWORD } from '@/lib/profile/test-person';
import { DELETE, GET, PATCH } from './route';

beforeAll(async () => {
  await openTestDatabase();
});

async function describeAccount(headers: Record<string, string>) {
  const request = new Request('http://localhost:3000/api/console/account', {
    headers: { host: 'localhost:3000', ...headers },
  });
  const response = await GET(request);
  return { status: response.status, body: await response.json() };
}

async function send(method: 'PATCH' | 'DELETE', cookie: string, input: Record<string, unknown>) {
  const init = {
    method,
    headers: { host: 'localhost:3000', 'content-type': 'application/json', cookie },
    body: JSON.stringify(input),
  };
  const request = new Request('http://localhost:3000/api/console/account', init);
  const response = await (method === 'PATCH' ? PATCH : DELETE)(request);
  return { status: response.status, body: await response.json() };
}

describe('200', () => {
  it('returns the session’s account', async () => {
    const account = await makeTestAccount('ada@example.com');
    const { status, body } = await describeAccount({ cookie: await makeTestCookie(account) });
    expect(status).toBe(200);
    const createdAt = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/);
    expect(body).toEqual({
      id: account.id,
      email: 'ada@example.com',
      name: null,
      role: 'owner',
      tier: 'standard',
      pro: false,
      hasPassword: true,
      identities: [],
      walletAddress: null,
      createdAt,
    });
  });
});

describe('PATCH', () => {
  it('changes the name, and removes it', async () => {
    const { cookie } = await makePerson('name@example.com');
    expect(await send('PATCH', cookie, { name: '  Ada Lovelace ' })).toMatchObject({
      status: 200,
      body: { name: 'Ada Lovelace', email: 'name@example.com' },
    });
    expect(await send('PATCH', cookie, { name: null })).toMatchObject({ status: 200, body: { name: null } });
  });

  it('changes the email with the password, and ends no session', async () => {
    const { cookie } = await makePerson('before@example.com');
    const input = { email: 'After@Example.com', currentPassword: PASSWORD };
    expect(await send('PATCH', cookie, input)).toMatchObject({ status: 200, body: { email: 'after@example.com' } });
    expect((await describeAccount({ cookie })).body.email).toBe('after@example.com');
  });

  it.each([
    ['nothing', {}, 'name'],
    ['an empty name', { name: '   ' }, 'name'],
    ['a long name', { name: 'x'.repeat(65) }, 'name'],
    ['a name with a line feed', { name: 'a\nb' }, 'name'],
    ['no email', { email: 'ada', currentPassword: PASSWORD }, 'email'],
    ['somebody else’s email', { email: 'taken@example.com', currentPassword: PASSWORD }, 'email'],
    ['an email with a wrong password', { email: 'x@example.com', currentPassword: 'wrong' }, 'currentPassword'],
    ['an email without a password', { email: 'x@example.com' }, 'currentPassword'],
  ])('is refused for %s, at its field', async (name, input, field) => {
    await makeTestAccount('taken@example.com').catch(() => undefined);
    const { cookie, account } = await makePerson(`${name.replaceAll(/[^a-z]/g, '-')}@example.com`);
    expect(await send('PATCH', cookie, input)).toMatchObject({
      status: 400,
      body: { details: { [field]: { _errors: [expect.any(String)] } } },
    });
    expect((await describeAccount({ cookie })).body).toMatchObject({ name: null, email: account.email });
  });

  it('rejects unknown fields', async () => {
    const { cookie } = await makePerson('strict@example.com');
    expect((await send('PATCH', cookie, { name: 'Ada', role: 'owner' })).status).toBe(400);
  });
});

describe('DELETE', () => {
  it('deletes the account; the session ends', async () => {
    const { cookie } = await makePerson('gone@example.com');
    const input = { confirm: 'gone@example.com', currentPassword: PASSWORD };
    expect(await send('DELETE', cookie, input)).toEqual({ status: 200, body: { success: true } });
    expect((await send('DELETE', cookie, input)).status).toBe(401);
  });

  it('is refused for the only owner, with an explanation', async () => {
    const { cookie, account } = await makePerson('boss@example.com');
    await database().query("update account set role = case when id = $1 then 'owner' else 'member' end", [account.id]);
    const { status, body } = await send('DELETE', cookie, { confirm: account.email, currentPassword: PASSWORD });
    expect({ status, code: body.code, error: body.error }).toEqual({
      status: 409,
      code: 'CONFLICT',
      error: expect.stringContaining('only owner'),
    });
  });

  it('is refused for a wrong confirmation, at its field', async () => {
    const { cookie } = await makePerson('sure@example.com');
    expect(await send('DELETE', cookie, { confirm: 'sure', currentPassword: PASSWORD })).toMatchObject({
      status: 400,
      body: { details: { confirm: { _errors: ['Must be sure@example.com'] } } },
    });
  });
});

describe('401', () => {
  it('without a session, also with a key', async () => {
    const account = await makeTestAccount('grace@example.com');
    const { secret } = await makeTestKey(account.id);
    const wrong: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${secret}` },
      { cookie: 'next-auth.session-token=x' },
    ];
    for (const headers of wrong) {
      expect(await describeAccount(headers)).toMatchObject({ status: 401, body: { code: 'AUTHENTICATION_FAILED' } });
    }
  });

  it('after the sessions of the account were ended', async () => {
    const account = await makeTestAccount('alan@example.com');
    const cookie = await makeTestCookie(account);
    expect((await describeAccount({ cookie })).status).toBe(200);
    await database().query('update account set session_version = 2 where id = $1', [account.id]);
    forgetAccount(account.id);
    expect((await describeAccount({ cookie })).status).toBe(401);
  });
});

describe('403', () => {
  it('while the account is blocked', async () => {
    const account = await makeTestAccount('blocked@example.com');
    await database().query('update account set blocked_at = now() where id = $1', [account.id]);
    forgetAccount(account.id);
    const { status, body } = await describeAccount({ cookie: await makeTestCookie(account) });
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'API_ACCESS_DISABLED' });
  });
});
