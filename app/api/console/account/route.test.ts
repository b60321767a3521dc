import { beforeAll, describe, expect, it } from 'vitest';
import { forgetAccount } from '@/lib/accounts/account-cache';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET } from './route';

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

describe('200', () => {
  it('tells whose session it is', async () => {
    const account = await makeTestAccount('ada@example.com');
    const { status, body } = await describeAccount({ cookie: await makeTestCookie(account) });
    expect(status).toBe(200);
    const createdAt = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/);
    expect(body).toEqual({ id: account.id, email: 'ada@example.com', role: 'owner', createdAt });
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
