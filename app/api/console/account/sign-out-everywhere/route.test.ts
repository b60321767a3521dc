import { beforeAll, describe, expect, it } from 'vitest';
import { authenticateKey } from '@/lib/accounts/keys/authenticate-key';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import { readSession } from '@/lib/accounts/session';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { POST } from './route';

beforeAll(async () => {
  await openTestDatabase();
});

async function signOut(cookie: string) {
  const init = { method: 'POST', headers: { host: 'localhost:3000', cookie } };
  return (await POST(new Request('http://localhost:3000/api/console/account/sign-out-everywhere', init))).status;
}

describe('200', () => {
  it('ends every session of the account, and neither its keys nor the sessions of others', async () => {
    const ada = await makeTestAccount('ada@example.com');
    const grace = await makeTestAccount('grace@example.com');
    const cookies = [await makeTestCookie(ada), await makeTestCookie(ada, 1)];
    const others = await makeTestCookie(grace);
    const { secret } = await makeTestKey(ada.id);
    expect(await signOut(cookies[0] ?? '')).toBe(200);
    for (const cookie of cookies) expect(await readSession(cookie)).toBeNull();
    expect(await readSession(others)).not.toBeNull();
    expect(await authenticateKey(secret)).toMatchObject({ account: { id: ada.id } });
  });
});

describe('401', () => {
  it('without a session', async () => {
    expect(await signOut('')).toBe(401);
  });
});
