import { beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET } from './route';

let admin: { secret: string; id: string };
let theirs: { secret: string; id: string };

beforeAll(async () => {
  await openTestDatabase();
  admin = await makeTestKey((await makeTestAccount('ada@example.com')).id);
  theirs = await makeTestKey((await makeTestAccount('grace@example.com')).id, { type: 'INFERENCE' });
});

async function find(id: string, headers: Record<string, string> = { authorization: `Bearer ${admin.secret}` }) {
  const request = new Request(`http://localhost:3000/api/v1/api_keys/${encodeURIComponent(id)}`, { headers });
  const response = await GET(request, { params: Promise.resolve({ id }) });
  return { status: response.status, body: await response.json() };
}

describe('200', () => {
  it('returns one key', async () => {
    const { status, body } = await find(admin.id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: admin.id, apiKeyType: 'ADMIN', last6Chars: admin.secret.slice(-6) });
  });
});

describe('400', () => {
  it('for an ID that is unknown, invalid, or another account’s', async () => {
    for (const id of [crypto.randomUUID(), 'nonsense', '\0', theirs.id]) {
      expect(await find(id)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    }
  });
});

describe('401', () => {
  it('for an INFERENCE key', async () => {
    expect((await find(theirs.id, { authorization: `Bearer ${theirs.secret}` })).status).toBe(401);
  });
});

describe('402', () => {
  it('without any credential', async () => {
    expect((await find(admin.id, {})).status).toBe(402);
  });
});
