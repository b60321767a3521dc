import { beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, makeTestKey, type TestAccount } from '@/lib/accounts/test-accounts';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { DELETE } from './[provider]/route';
import { GET } from './route';

const PATH = 'http://localhost:3000/api/console/account/identities';
let ada: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  await openTestDatabase();
  ada = await makeTestAccount('ada@example.com');
  bob = await makeTestAccount('bob@example.com');
});

const connect = (account: TestAccount, subject: string) =>
  database().query(`insert into account_identity values ('github', $1, $2, 'octo-ada', '2026-01-02T03:04:05Z')`, [
    subject,
    account.id,
  ]);
const headersOf = async (account: TestAccount | null) => ({
  host: 'localhost:3000',
  ...(account ? { cookie: await makeTestCookie(account) } : {}),
});
const read = async (response: Response) => ({ status: response.status, body: (await response.json()) as object });
const list = async (account: TestAccount | null) =>
  read(await GET(new Request(PATH, { headers: await headersOf(account) })));
const remove = async (provider: string, account: TestAccount | null, headers: Record<string, string> = {}) => {
  const init = { method: 'DELETE', headers: { ...(await headersOf(account)), ...headers } };
  return read(await DELETE(new Request(`${PATH}/${provider}`, init), { params: Promise.resolve({ provider }) }));
};

describe('200', () => {
  it('lists the account’s own, and no others', async () => {
    await connect(ada, '1');
    expect(await list(ada)).toEqual({
      status: 200,
      body: {
        services: [
          {
            service: 'github',
            available: false,
            connected: { label: 'octo-ada', connectedAt: '2026-01-02T03:04:05.000Z' },
            onlyWayIn: false,
          },
        ],
      },
    });
    expect((await list(bob)).body).toEqual({ services: [] });
  });

  it('disconnects', async () => {
    expect(await remove('github', ada)).toEqual({ status: 200, body: { success: true } });
    expect((await list(ada)).body).toEqual({ services: [] });
  });
});

describe('401', () => {
  it('without a session, also with a key', async () => {
    const { secret } = await makeTestKey(ada.id);
    expect((await list(null)).status).toBe(401);
    expect((await remove('github', null)).status).toBe(401);
    expect((await remove('github', null, { authorization: `Bearer ${secret}` })).status).toBe(401);
  });
});

describe('403', () => {
  it('from a page of another site', async () => {
    await connect(bob, '2');
    expect((await remove('github', bob, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await list(bob)).body).toMatchObject({ services: [{ service: 'github' }] });
  });
});

describe('404', () => {
  it('for a service that is not connected, another account’s, and one that is none', async () => {
    const answers = await Promise.all(['github', 'google', 'elsewhere'].map((provider) => remove(provider, ada)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await list(bob)).body).toMatchObject({ services: [{ service: 'github' }] });
  });
});

describe('409', () => {
  it('for the only way into the account', async () => {
    await database().query('update account set password_hash = null where id = $1', [bob.id]);
    expect((await list(bob)).body).toMatchObject({ services: [{ onlyWayIn: true }] });
    const { status, body } = await remove('github', bob);
    expect([status, body]).toMatchObject([409, { code: 'CONFLICT' }]);
    expect((await list(bob)).body).toMatchObject({ services: [{ service: 'github' }] });
  });
});
