import { beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, makeTestKey, type TestAccount } from '@/lib/accounts/test-accounts';
import { hold } from '@/lib/ledger/hold';
import { release } from '@/lib/ledger/release';
import { setStake } from '@/lib/ledger/stake/set-stake';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET } from './route';

const CREDIT = 5_950_000_001n;
let ada: TestAccount;

beforeAll(async () => {
  await openTestDatabase();
  ada = await makeTestAccount('ada@example.com', CREDIT);
});

async function read(headers: Record<string, string>) {
  const request = new Request('http://localhost:3000/api/console/balance', {
    headers: { host: 'localhost:3000', ...headers },
  });
  const response = await GET(request);
  return { status: response.status, body: await response.json() };
}
const reserve = (id: string, account: TestAccount, nano: bigint) =>
  hold({ id, accountId: account.id, keyId: null, maximumNano: nano, minimumNano: nano, ttlSeconds: 60 });

describe('200', () => {
  it('separates what is available from what requests in flight reserve', async () => {
    const cookie = await makeTestCookie(ada);
    const idle = { currency: 'USD', usd: { available: '5.950000001', reserved: '0' }, diem: null };
    expect(await read({ cookie })).toEqual({ status: 200, body: idle });
    await reserve('first', ada, 80_000_000n);
    await reserve('second', ada, 1n);
    expect((await read({ cookie })).body.usd).toEqual({ available: '5.87', reserved: '0.080000001' });
    await release({ holdId: 'first' });
    await release({ holdId: 'second' });
    expect((await read({ cookie })).body).toEqual(idle);
  });

  it('reports the DIEM of the day apart from USD', async () => {
    const grace = await makeTestAccount('grace@example.com');
    const cookie = await makeTestCookie(grace);
    expect((await read({ cookie })).body.currency).toBeNull();
    await setStake({ accountId: grace.id, stakedNano: 10_000_000_000n });
    await reserve('third', grace, 4_000_000_000n);
    expect((await read({ cookie })).body).toEqual({
      currency: 'DIEM',
      usd: { available: '0', reserved: '0' },
      diem: { available: '6', reserved: '4', ofDay: '10' },
    });
  });

  it('shows nothing of another account', async () => {
    const eve = await makeTestAccount('eve@example.com', 1n);
    expect((await read({ cookie: await makeTestCookie(eve) })).body.usd.available).toBe('0.000000001');
  });
});

describe('401', () => {
  it('without a session, also with a key of the account', async () => {
    const { secret } = await makeTestKey(ada.id);
    expect((await read({})).status).toBe(401);
    expect((await read({ authorization: `Bearer ${secret}` })).status).toBe(401);
  });
});
