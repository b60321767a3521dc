import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { POST } from './route';

beforeAll(async () => {
  await openTestDatabase();
});

async function signUp(body: Record<string, unknown>) {
  const init = {
    method: 'POST',
    headers: { host: 'localhost:3000', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await POST(new Request('http://localhost:3000/api/console/sign-up', init));
  return { status: response.status, headers: response.headers, body: await response.json() };
}

// One address may sign up five times an hour: the attempts of this file, in order.
describe('200', () => {
  it('makes the first visitor on the machine itself the owner', async () => {
    const { status, body } = await signUp({ email: ' Ada@Example.COM ', password: 'correct horse battery' });
    expect(status).toBe(200);
    expect(body).toEqual({ accountId: expect.any(String), email: 'ada@example.com', role: 'owner' });
  });

  it('makes the next visitor a member', async () => {
    const { body } = await signUp({ email: 'me@localhost', password: '1234567890' });
    expect(body).toMatchObject({ role: 'member' });
  });
});

describe('400', () => {
  it.each([
    ['no email', { password: 'correct horse battery' }, 'email'],
    ['no email address', { email: 'ada', password: 'correct horse battery' }, 'email'],
    ['a long email', { email: `${'a'.repeat(245)}@example.com`, password: 'correct horse battery' }, 'email'],
    ['a short password', { email: 'a@example.com', password: '123456789' }, 'password'],
    ['a long password', { email: 'a@example.com', password: 'x'.repeat(201) }, 'password'],
  ])('refuses %s and names the field', async (_name, input, field) => {
    const { status, body } = await signUp(input);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID_REQUEST', details: { [field]: { _errors: [expect.any(String)] } } });
    expect(JSON.stringify(body)).not.toContain('correct horse battery');
  });
});

describe('409', () => {
  it('for an email that has an account', async () => {
    const { status, body } = await signUp({ email: 'ada@example.com', password: 'another password' });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'CONFLICT' });
  });
});

describe('429', () => {
  it('after five attempts within the hour, with the time to wait', async () => {
    const again = () => signUp({ email: 'ada@example.com', password: 'another password' });
    await again();
    await again();
    const { status, headers } = await again();
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
  });
});
