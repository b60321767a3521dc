import { beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '@/lib/accounts/caller';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import { KeySpendList } from '@/lib/keys/contract';
import { installTestClock } from '@/lib/ledger/testing/test-clock';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET } from './route';

const NONE = ['0', '0', '0', '0', '0', '0', '0'];
let ada: Account;
let worker: { id: string; secret: string };
let idle: { id: string; secret: string };

beforeAll(async () => {
  await openTestDatabase();
  await installTestClock('2026-11-21T12:00:00Z');
  ada = await makeTestAccount('ada@example.com');
  worker = await makeTestKey(ada.id);
  idle = await makeTestKey(ada.id);
  await spend(worker.id, 'USD', '2026-11-15', 412_000n);
  await spend(worker.id, 'USD', '2026-11-21', 1_234_567_890_000_000n);
  await spend(worker.id, 'DIEM', '2026-11-20', 250_000_000n);
  const grace = await makeTestAccount('grace@example.com');
  await spend((await makeTestKey(grace.id)).id, 'USD', '2026-11-21', 5n);
});

async function spend(keyId: string, currency: 'USD' | 'DIEM', day: string, nano: bigint): Promise<void> {
  await database().query(
    'insert into ledger_spend (subject_id, currency, day, spent_nano) values ($1, $2, $3::date, $4)',
    [keyId, currency, day, nano],
  );
}

async function read(headers: Record<string, string>) {
  const request = new Request('http://localhost:3000/api/console/keys/spend', {
    headers: { host: 'localhost:3000', ...headers },
  });
  const response = await GET(request);
  return { status: response.status, body: await response.json() };
}

describe('200', () => {
  it('returns each day of each own key in exact decimal strings', async () => {
    const { status, body } = await read({ cookie: await makeTestCookie(ada) });
    expect(status).toBe(200);
    const { days, keys } = KeySpendList.parse(body);
    expect(days).toHaveLength(7);
    expect([days[0], days[6]]).toEqual(['2026-11-15', '2026-11-21']);
    expect(keys).toEqual([
      { id: idle.id, usd: NONE, diem: null, current: { usd: '0', diem: '0', limitPeriod: 'EPOCH' } },
      {
        id: worker.id,
        usd: ['0.000412', ...NONE.slice(2), '1234567.89'],
        diem: [...NONE.slice(2), '0.25', '0'],
        current: { usd: '1234567.89', diem: '0', limitPeriod: 'EPOCH' },
      },
    ]);
  });

  it('returns the days even without a key', async () => {
    const nobody = await makeTestAccount('nobody@example.com');
    const { body } = await read({ cookie: await makeTestCookie(nobody) });
    expect(body).toMatchObject({ keys: [] });
    expect(body.days.at(-1)).toBe('2026-11-21');
  });
});

describe('401', () => {
  it('without a session, also with a key of the account', async () => {
    expect((await read({})).status).toBe(401);
    expect((await read({ authorization: `Bearer ${worker.secret}` })).status).toBe(401);
  });
});
