import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '../../../app/api/route-table';
import { accountCaches } from '../../accounts/account-cache';
import { makeKeyToken } from '../../accounts/keys/key-token';
import { makeTestAccount, makeTestKey } from '../../accounts/test-accounts';
import { guardSize, noteFailure } from '../../limits/failure-guard';
import { type Database, installDatabase, type Queryable } from '../../platform/db';
import { renderMetrics } from '../../platform/metrics/scrape';
import { openTestDatabase } from '../../platform/testing/test-database';
import { flood, openTestServer, type TestServer } from './test-server';

/** The bounds of `accounts/account-cache` and `limits/failure-guard`. */
const MAX_UNKNOWN_KEYS = 10_000;
const MAX_GUARDED = 20_000;
const CONNECTIONS = 64;
/** Ten thousand keys in all. */
const WRONG = 8_000;
const RIGHT = 2_000;

let database: Database;
let server: TestServer;
let queries = 0;

beforeAll(async () => {
  vi.stubEnv('LOG_LEVEL', 'error');
  vi.stubEnv('FAILED_REQUEST_GUARD', 'on');
  const opened = await openTestDatabase();
  database = installDatabase({ ...opened, ...counted(opened), money: { ...opened.money, ...counted(opened.money) } });
  server = await openTestServer(routes, {}, 1);
});
afterAll(async () => {
  await server.close();
  await database.close();
  vi.unstubAllEnvs();
});

/** Counts the statements of a lane. */
function counted({ query }: Queryable): Pick<Queryable, 'query'> {
  return {
    query: (text, params, options) => {
      queries += 1;
      return query(text, params, options);
    },
  };
}

const keys = (count: number) =>
  Array.from({ length: count }, () => makeKeyToken({ serviceId: 'svc', type: 'INFERENCE' }));
const withKey = (key: string) => ({ path: '/api/v1/billing/balance', headers: `authorization: Bearer ${key}\r\n` });
const fromAddress = (address: string) => ({ path: '/api/v1/nothing', headers: `x-forwarded-for: ${address}\r\n` });

async function sizes(): Promise<{ unknownKeys: number; guarded: number; samples: number }> {
  const { text } = await renderMetrics();
  const samples = text.split('\n').filter((line) => /^farebox_(requests|request_seconds)/.test(line)).length;
  return { unknownKeys: accountCaches().unknownKeys.size(), guarded: guardSize(), samples };
}

describe('ten thousand keys that do not exist', { timeout: 90_000 }, () => {
  it('cost no statement if their format is wrong', async () => {
    const wrong = keys(WRONG).map((key, index) => withKey(index % 2 === 0 ? `${key.slice(0, -1)}!` : key.slice(0, -6)));
    queries = 0;
    expect([...(await flood(server.port, wrong, CONNECTIONS))]).toEqual([[401, WRONG]]);
    expect(queries).toBe(0);
    expect(accountCaches().unknownKeys.size()).toBe(0);
  });

  it('cost one statement each if their format is right, none when repeated, and bounded memory', async () => {
    // Nearly full already, so that this flood must evict.
    for (let index = 0; index < MAX_UNKNOWN_KEYS - 100; index += 1)
      accountCaches().unknownKeys.set(`old ${index}`, true, 60_000);
    const right = keys(RIGHT).map(withKey);
    queries = 0;
    expect([...(await flood(server.port, right, CONNECTIONS))]).toEqual([[401, RIGHT]]);
    expect(queries).toBe(RIGHT);
    const again = right.slice(-500);
    expect([...(await flood(server.port, again, CONNECTIONS))]).toEqual([[401, 500]]);
    expect(queries).toBe(RIGHT);
    expect(accountCaches().unknownKeys.size()).toBe(MAX_UNKNOWN_KEYS);
    expect(accountCaches().reading.size).toBe(0);
  });

  it('do not evict valid keys', async () => {
    const account = await makeTestAccount('payer@example.com', 1_000_000_000n);
    const { secret } = await makeTestKey(account.id);
    expect([...(await flood(server.port, [withKey(secret)], 1))]).toEqual([[200, 1]]);
    await flood(server.port, keys(200).map(withKey), CONNECTIONS);
    expect(accountCaches().keys.size()).toBe(1);
    expect([...(await flood(server.port, [withKey(secret)], 1))]).toEqual([[200, 1]]);
  });
});

describe('ten thousand addresses', { timeout: 90_000 }, () => {
  it('use only bounded memory', async () => {
    for (let index = 0; index < MAX_GUARDED - 100; index += 1) noteFailure(`address of before ${index}`, 'failed');
    const addresses = Array.from(
      { length: 10_000 },
      (_, index) => `10.${index % 3}.${(index >> 8) & 255}.${index & 255}`,
    );
    await flood(server.port, addresses.slice(0, 2_000).map(fromAddress), CONNECTIONS);
    const before = await sizes();
    expect([...(await flood(server.port, addresses.slice(2_000).map(fromAddress), CONNECTIONS))]).toEqual([
      [404, 8_000],
    ]);
    expect(await sizes()).toEqual(before);
    expect(before.guarded).toBe(MAX_GUARDED);
  });
});
