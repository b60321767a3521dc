import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import type { Account } from '@/lib/accounts/caller';
import { isWellFormed } from '@/lib/accounts/keys/key-token';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { DELETE, GET, POST } from './route';

const URL_OF_KEYS = 'http://localhost:3000/api/v1/api_keys';
let account: Account;
let admin: { secret: string; id: string };
let emails = 0;

beforeAll(async () => {
  await openTestDatabase();
});

beforeEach(async () => {
  account = await makeTestAccount(`a${(emails += 1)}@example.com`);
  admin = await makeTestKey(account.id);
});

type Answer = { status: number; body: Record<string, unknown> };
const read = async (response: Response): Promise<Answer> => ({ status: response.status, body: await response.json() });
const bearer = (secret = admin.secret) => ({ authorization: `Bearer ${secret}` });

const list = async (headers: Record<string, string> = bearer(), query = '') =>
  read(await GET(new Request(URL_OF_KEYS + query, { headers })));
const create = async (body: unknown, headers: Record<string, string> = bearer()) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  return read(await POST(new Request(URL_OF_KEYS, { ...init, body: JSON.stringify(body) })));
};
const revoke = async (query: string, body?: unknown, headers: Record<string, string> = bearer()) => {
  const init = { method: 'DELETE', headers: { 'content-type': 'application/json', ...headers } };
  return read(
    await DELETE(new Request(URL_OF_KEYS + query, { ...init, body: body === undefined ? null : JSON.stringify(body) })),
  );
};
const idsOf = ({ body }: Answer) => (body.data as { id: string }[]).map((key) => key.id);
const WORKER = { apiKeyType: 'INFERENCE', description: 'worker' };

describe('200', () => {
  it('POST creates a key and shows its secret once', async () => {
    const { status, body } = await create({ ...WORKER, limitPeriod: 'MONTH', modelPrivacy: 'PRIVATE_TEXT' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        apiKey: expect.stringMatching(/^SVC_INFERENCE_KEY_/),
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        apiKeyType: 'INFERENCE',
        description: 'worker',
        consumptionLimit: { usd: null, diem: null, vcu: null },
        limitPeriod: 'MONTH',
        expiresAt: null,
        modelPrivacy: 'PRIVATE_TEXT',
      },
    });
    const kept = (await list()).body.data;
    expect(kept).toMatchObject([{ description: 'worker', limitPeriod: 'MONTH', modelPrivacy: 'PRIVATE_TEXT' }, {}]);
    const { apiKey } = body.data as { apiKey: string };
    expect(isWellFormed(apiKey)).toBe(true);
    const stored = await database().query<Record<string, unknown>>('select * from api_key where description = $1', [
      'worker',
    ]);
    expect(JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      apiKey,
    );
  });

  it.each([
    ['an empty description', { description: '' }],
    ['an empty expiry', { expiresAt: '' }],
    ['a null expiry', { expiresAt: null }],
    ['a null period and privacy', { limitPeriod: null, modelPrivacy: null }],
    ['null limits', { consumptionLimit: { usd: null, diem: null, vcu: null } }],
    ['some null limits', { consumptionLimit: { usd: null } }],
    ['no limits', { consumptionLimit: null }],
  ])('POST accepts %s', async (_name, extra) => {
    expect((await create({ ...WORKER, ...extra })).body.data).toMatchObject({ expiresAt: null });
  });

  it.each([
    ['2999-01-31', '2999-01-31T00:00:00.000Z'],
    ['2999-01-31T12:30:00Z', '2999-01-31T12:30:00.000Z'],
    ['2999-01-31T12:30:00.250Z', '2999-01-31T12:30:00.250Z'],
    ['2999-01-31T12:30Z', '2999-01-31T12:30:00.000Z'],
    ['2999-01-31T23:30:00-02:00', '2999-02-01T01:30:00.000Z'],
    ['2999-01-31T12:30+0530', '2999-01-31T07:00:00.000Z'],
    ['2999-01-31T12:30:00,5+01', '2999-01-31T11:30:00.500Z'],
  ])('POST accepts the expiry %s', async (expiresAt, expected) => {
    expect((await create({ ...WORKER, expiresAt })).body.data).toMatchObject({ expiresAt: expected });
  });

  it('GET lists the usable keys of the account, newest first, without secrets', async () => {
    const other = await makeTestAccount(`other${emails}@example.com`);
    await makeTestKey(other.id);
    await makeTestKey(account.id, { expiresAt: new Date(1_000) });
    const revoked = await makeTestKey(account.id);
    await revoke(`?id=${revoked.id}`);
    const { id, secret } = await makeTestKey(account.id, { type: 'INFERENCE', description: 'newest' });
    const answer = await list(bearer(), '?page=1&limit=10');
    expect(idsOf(answer)).toEqual([id, admin.id]);
    expect(answer.body).toMatchObject({
      object: 'list',
      data: [
        {
          apiKeyType: 'INFERENCE',
          description: 'newest',
          consumptionLimits: { usd: null, diem: null, vcu: null },
          limitPeriod: 'EPOCH',
          modelPrivacy: 'ALL',
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
          expiresAt: null,
          lastUsedAt: null,
          last6Chars: secret.slice(-6),
        },
        {},
      ],
    });
    expect(JSON.stringify(answer.body)).not.toContain(secret);
  });

  it('serves a browser session as it serves an ADMIN key', async () => {
    const headers = { cookie: await makeTestCookie(account), host: 'localhost:3000' };
    expect(idsOf(await list(headers))).toEqual([admin.id]);
    expect((await create(WORKER, headers)).status).toBe(200);
  });

  it('DELETE revokes a key immediately, by query or by body', async () => {
    const [first, second] = [await makeTestKey(account.id), await makeTestKey(account.id)];
    expect((await list(bearer(first.secret))).status).toBe(200);
    expect(await revoke(`?id=${first.id}`)).toEqual({ status: 200, body: { success: true } });
    expect((await list(bearer(first.secret))).status).toBe(401);
    expect(await revoke('', { id: second.id })).toEqual({ status: 200, body: { success: true } });
    expect(idsOf(await list())).toEqual([admin.id]);
  });
});

describe('400', () => {
  it.each([
    ['no type', { description: 'x' }, 'apiKeyType'],
    ['an unknown type', { ...WORKER, apiKeyType: 'OWNER' }, 'apiKeyType'],
    ['no description', { apiKeyType: 'ADMIN' }, 'description'],
    ['a long description', { ...WORKER, description: 'x'.repeat(65) }, 'description'],
    ['a description with a NUL', { ...WORKER, description: 'a\0b' }, 'description'],
    ['an expiry in the past', { ...WORKER, expiresAt: '2020-01-01' }, 'expiresAt'],
    ['an expiry that is no date', { ...WORKER, expiresAt: 'tomorrow' }, 'expiresAt'],
    ['a day that does not exist', { ...WORKER, expiresAt: '2999-02-30' }, 'expiresAt'],
    ['an hour that does not exist', { ...WORKER, expiresAt: '2999-01-31T25:30Z' }, 'expiresAt'],
    ['an offset that does not exist', { ...WORKER, expiresAt: '2999-01-31T12:30+99:00' }, 'expiresAt'],
    ['a time without zone', { ...WORKER, expiresAt: '2999-01-31T12:30:00' }, 'expiresAt'],
    ['an unknown period', { ...WORKER, limitPeriod: 'WEEK' }, 'limitPeriod'],
    ['an unknown privacy', { ...WORKER, modelPrivacy: 'SOME' }, 'modelPrivacy'],
  ])('POST refuses %s and names the field', async (_name, body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'INVALID_REQUEST',
      details: { [field]: { _errors: [expect.any(String)] } },
    });
  });

  it('POST is strict', async () => {
    const { status, body } = await create({ ...WORKER, colour: 'red' });
    expect(status).toBe(400);
    expect(body.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['colour'] }]);
  });

  it('POST refuses the 501st usable key', async () => {
    await database().query(
      `insert into api_key (id, account_id, type, description, secret_hash, last_six)
       select gen_random_uuid(), $1::uuid, 'INFERENCE', 'many', ($1::uuid)::text || ':' || n, 'abcdef' from generate_series(1, 498) n`,
      [account.id],
    );
    expect((await create(WORKER)).status).toBe(200);
    const { status, body } = await create(WORKER);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('500');
  });

  it('DELETE refuses an ID that is missing, unknown, already revoked or another account’s', async () => {
    const other = await makeTestAccount(`victim${emails}@example.com`);
    const theirs = await makeTestKey(other.id);
    const mine = await makeTestKey(account.id);
    await revoke(`?id=${mine.id}`);
    for (const query of [
      '',
      '?id=',
      '?id=nonsense',
      '?id=%00',
      `?id=${crypto.randomUUID()}`,
      `?id=${mine.id}`,
      `?id=${theirs.id}`,
    ]) {
      expect(await revoke(query), query).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    }
    expect((await list(bearer(theirs.secret))).status).toBe(200);
  });
});

describe('401', () => {
  it('for an INFERENCE key, whatever the method', async () => {
    const headers = bearer((await makeTestKey(account.id, { type: 'INFERENCE' })).secret);
    for (const answer of [
      await list(headers),
      await create(WORKER, headers),
      await revoke(`?id=${admin.id}`, undefined, headers),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'ADMIN_KEY_REQUIRED' } });
    }
  });

  it('for an invalid key', async () => {
    expect(await list(bearer('SVC_ADMIN_KEY_wrong'))).toMatchObject({
      status: 401,
      body: { code: 'AUTHENTICATION_FAILED' },
    });
  });
});

describe('402', () => {
  it('without any credential', async () => {
    expect(await list({})).toMatchObject({ status: 402, body: { x402Version: 2 } });
  });

  it('for a session that comes from another site', async () => {
    const headers = { cookie: await makeTestCookie(account), host: 'localhost:3000', 'sec-fetch-site': 'cross-site' };
    expect((await create(WORKER, headers)).status).toBe(402);
  });
});
