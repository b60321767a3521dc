import { beforeAll, describe, expect, it } from 'vitest';
import { createLinkToken } from '@/lib/accounts/sign-up/one-time-link';
import { makeTestAccount } from '@/lib/accounts/test-accounts';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { POST } from './route';

beforeAll(async () => {
  await openTestDatabase();
});

async function reset(body: Record<string, unknown>) {
  const init = {
    method: 'POST',
    headers: { host: 'localhost:3000', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await POST(new Request('http://localhost:3000/api/console/reset-password', init));
  return { status: response.status, body: await response.json() };
}

describe('200', () => {
  it('sets the password, once', async () => {
    const { token } = await createLinkToken('reset', (await makeTestAccount('ada@example.com')).id);
    expect(await reset({ token, password: 'a new password' })).toEqual({ status: 200, body: { success: true } });
    expect((await reset({ token, password: 'another password' })).status).toBe(400);
  });
});

describe('400', () => {
  it.each([
    ['an unknown token', { token: 'x', password: 'a new password' }, 'token'],
    ['no token', { token: '', password: 'a new password' }, 'token'],
    ['a short password', { token: 'x', password: 'short' }, 'password'],
  ])('for %s', async (_name, input, field) => {
    expect(await reset(input)).toMatchObject({
      status: 400,
      body: { details: { [field]: { _errors: [expect.any(String)] } } },
    });
  });
});

describe('429', () => {
  it('after ten attempts within the minute', async () => {
    const attempts: number[] = [];
    for (let index = 0; index < 22; index += 1)
      attempts.push((await reset({ token: 'x', password: 'a new password' })).status);
    expect(attempts).toContain(429);
  });
});
