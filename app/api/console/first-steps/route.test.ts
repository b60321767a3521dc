import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLinkToken } from '@/lib/accounts/sign-up/one-time-link';
import { makeTestAccount, makeTestCookie, makeTestKey, type TestAccount } from '@/lib/accounts/test-accounts';
import { DAY_MS, MINUTE_MS } from '@/lib/core/time';
import { insertHistory } from '@/lib/ledger/read/history/test-history';
import { clock } from '@/lib/platform/clock';
import { database, type Database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import type { FirstSteps } from '@/lib/profile/contract';
import { GET } from './route';

const NOTHING: FirstSteps = { isNew: true, chat: false, key: false, request: false, invite: false };

let db: Database;
let owner: TestAccount;
beforeEach(async () => {
  db = await openTestDatabase();
  owner = await makeTestAccount('owner@example.com');
});
afterEach(() => db.close());

const send = (headers: Record<string, string>) =>
  GET(
    new Request('http://localhost:3000/api/console/first-steps', { headers: { host: 'localhost:3000', ...headers } }),
  );
const stepsOf = async (account: TestAccount): Promise<FirstSteps> => {
  const response = await send({ cookie: await makeTestCookie(account) });
  expect(response.status).toBe(200);
  return (await response.json()) as FirstSteps;
};
const pay = (account: TestAccount, keyId: string | null) =>
  insertHistory(account.id, [{ requestId: `r-${keyId}`, micros: 1n, lines: [['output', 1n]], keyId }]);

describe('200', () => {
  it('reads each step of an owner from what the account has', async () => {
    expect(await stepsOf(owner)).toEqual(NOTHING);
    await pay(owner, null);
    expect(await stepsOf(owner)).toEqual({ ...NOTHING, chat: true });
    const { id } = await makeTestKey(owner.id);
    expect(await stepsOf(owner)).toEqual({ ...NOTHING, chat: true, key: true });
    await pay(owner, id);
    expect(await stepsOf(owner)).toEqual({ ...NOTHING, chat: true, key: true, request: true });
    await createLinkToken('invite', null);
    expect(await stepsOf(owner)).toEqual({ ...NOTHING, chat: true, key: true, request: true, invite: true });
  });

  it('keeps a step that was done: of a key that was revoked', async () => {
    const { id } = await makeTestKey(owner.id);
    await database().query('update api_key set revoked_at = now() where id = $1', [id]);
    expect(await stepsOf(owner)).toEqual({ ...NOTHING, key: true });
  });

  it('counts another account as invited, and a link that sets a password as nobody', async () => {
    await createLinkToken('reset', owner.id);
    expect((await stepsOf(owner)).invite).toBe(false);
    await makeTestAccount('ada@example.com');
    expect((await stepsOf(owner)).invite).toBe(true);
  });

  it('shows a member only their own, and no invitation', async () => {
    const ada = await makeTestAccount('ada@example.com');
    const { id } = await makeTestKey(owner.id);
    await pay(owner, id);
    expect(await stepsOf(ada)).toEqual({ ...NOTHING, invite: null });
  });

  it('calls an account new for 30 days', async () => {
    const isNewAfter = async (ms: number) => {
      const createdAt = new Date(clock.now() - ms);
      await database().query('update account set created_at = $2 where id = $1', [owner.id, createdAt]);
      return (await stepsOf(owner)).isNew;
    };
    expect(await isNewAfter(30 * DAY_MS - MINUTE_MS)).toBe(true);
    expect(await isNewAfter(30 * DAY_MS)).toBe(false);
  });
});

describe('401', () => {
  it('is for signed-in browsers only: not without a session, not with a key', async () => {
    const { secret } = await makeTestKey(owner.id);
    expect((await send({})).status).toBe(401);
    expect((await send({ authorization: `Bearer ${secret}` })).status).toBe(401);
  });
});
