import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import type { Account } from '@/lib/accounts/caller';
import { RateLimitLog } from '@/lib/keys/contract';
import { noteRefusal } from '@/lib/limits/log/note-refusal';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET as GET_OLD } from '../../rate_limit_logs/route';
import { GET } from './route';

let accounts = 0;
let account: Account;
let admin: { secret: string; id: string };

beforeAll(async () => {
  await openTestDatabase();
});
beforeEach(async () => {
  account = await makeTestAccount(`a${(accounts += 1)}@example.com`);
  admin = await makeTestKey(account.id);
});

const bearer = (secret = admin.secret) => ({ authorization: `Bearer ${secret}` });
const send = async (headers: Record<string, string>, route = GET) => {
  const response = await route(new Request('http://localhost:3000/api/v1/api_keys/rate_limits/log', { headers }));
  return { status: response.status, body: await response.json() };
};
const note = (refusal: Partial<Parameters<typeof noteRefusal>[0]> = {}) =>
  noteRefusal({ accountId: account.id, keyId: admin.id, modelId: 'demo', tier: 'standard', type: 'RPM', ...refusal });

describe.each([
  ['/rate_limits/log', GET],
  ['/rate_limit_logs', GET_OLD],
])('%s', (_path, route) => {
  it('200: lists what limits refused, newest first, under keys and browser sessions', async () => {
    const before = Date.now();
    note();
    note({ keyId: null, modelId: 'endpoint:api/v1/api_keys', tier: 'partner', type: 'FAILED_REQUESTS' });
    const { status, body } = await send(bearer(), route);
    expect(status).toBe(200);
    expect(RateLimitLog.parse(body)).toEqual(body);
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body).toEqual({
      object: 'list',
      data: [
        {
          apiKeyId: null,
          modelId: 'endpoint:api/v1/api_keys',
          rateLimitTier: 'partner',
          rateLimitType: 'FAILED_REQUESTS',
          timestamp,
        },
        { apiKeyId: admin.id, modelId: 'demo', rateLimitTier: 'paid', rateLimitType: 'RPM', timestamp },
      ],
    });
    for (const row of RateLimitLog.parse(body).data) {
      expect(Date.parse(row.timestamp)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(row.timestamp)).toBeLessThanOrEqual(Date.now());
    }
  });

  it('200: has the last fifty, and none of other accounts', async () => {
    const other = await makeTestAccount(`b${accounts}@example.com`);
    for (let count = 0; count < 60; count += 1) note({ modelId: `m${count}` });
    note({ accountId: other.id, keyId: null, modelId: 'theirs' });
    const headers = { cookie: await makeTestCookie(account), host: 'localhost:3000' };
    const { data } = RateLimitLog.parse((await send(headers, route)).body);
    expect(data).toHaveLength(50);
    expect(data.map(({ modelId }) => modelId)).not.toContain('theirs');
    expect([data[0]?.modelId, data.at(-1)?.modelId]).toEqual(['m59', 'm10']);
  });

  it('401: an INFERENCE key', async () => {
    const { secret } = await makeTestKey(account.id, { type: 'INFERENCE' });
    expect(await send(bearer(secret), route)).toMatchObject({ status: 401, body: { code: 'ADMIN_KEY_REQUIRED' } });
  });

  it('402: no credential', async () => {
    expect((await send({}, route)).status).toBe(402);
  });
});
