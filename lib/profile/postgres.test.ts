import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestKey } from '../accounts/test-accounts';
import { createCharacter } from '../characters/own/create';
import { CreateCharacter } from '../characters/contract';
import { rateCharacter } from '../characters/review/rate';
import { publishTestCharacter } from '../characters/test-characters';
import { isApiError } from '../core/errors';
import { hold } from '../ledger/hold';
import { settle } from '../ledger/settle';
import { testBill, testOrder, testRecord } from '../ledger/testing/test-orders';
import type { Hold } from '../ledger/types';
import { verifyLedger } from '../ledger/verify/verify-ledger';
import { database, openDatabase } from '../platform/db';
import { startPostgres, type TestPostgres } from '../platform/testing/test-postgres';
import { deleteAccount } from './delete-account';
import { makePerson, PASSWORD, type TestPerson } from './test-person';

/** What a single connection cannot show: a deletion concurrent with requests, other writers, and another deletion. */

const ROUNDS = 5;
const BETWEEN_MS = 30;
const DRAFT = CreateCharacter.parse({ name: 'Draft', prompt: 'You wait.' });

let server: TestPostgres;
let owner: TestPerson;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
  await openDatabase({ databaseUrl: server.url, dataDir: '/nowhere' });
  owner = await makePerson('owner@example.com');
});
afterAll(async () => {
  await database().close();
  await server.stop();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Charges a request. @returns what was charged, null if the account was deleted before the hold */
async function chat(accountId: string): Promise<bigint | null> {
  const held: Hold | null = await hold(testOrder(accountId)).catch((error: unknown) => {
    if (isApiError(error) && error.code === 'API_ACCESS_DISABLED') return null;
    throw error;
  });
  if (held === null) return null;
  await wait(40);
  return (await settle({ hold: held, bill: testBill(100n), record: testRecord() })).chargedNano;
}

const rowsOf = async (text: string, accountId: string) =>
  Number((await database().query<{ n: bigint }>(`select count(*) as n from ${text}`, [accountId]))[0]?.n);

it('charges what was held before and holds nothing after, whatever happens between two deletions', async () => {
  const theirs = await publishTestCharacter({ caller: owner.caller, metadata: {} }, { name: 'Keeper' });
  for (let round = 0; round < ROUNDS; round += 1) {
    const person = await makePerson(`round-${round}@example.com`, { creditNanoUsd: 1_000_000n });
    const { id } = person.account;
    const sure = { confirm: person.account.email, currentPassword: PASSWORD };
    const deletions = [deleteAccount(sure, person), deleteAccount(sure, person)];
    const going = Promise.allSettled(deletions);
    const chats: Promise<bigint | null>[] = [];
    const writes: Promise<PromiseSettledResult<unknown>[]>[] = [];
    const begin = () => {
      chats.push(chat(id));
      const each = [createCharacter(DRAFT, person), rateCharacter(theirs.id, { rating: 3 }, person), makeTestKey(id)];
      writes.push(Promise.allSettled(each));
    };
    for (
      let gone = false;
      !gone;
      gone = await Promise.race([going.then(() => true), wait(BETWEEN_MS).then(() => false)])
    )
      begin();
    begin();
    const ended = await going;
    // The second one finds the deletion done, or the account gone.
    expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const one of [...ended, ...(await Promise.all(writes)).flat()])
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 401 });
    const charged = await Promise.all(chats);
    expect(charged[0]).toBe(100n);
    expect(charged.every((amount) => amount === null || amount === 100n)).toBe(true);
    expect(charged.at(-1)).toBeNull();
    expect(await rowsOf(`ledger_entry where account_id = $1 and kind = 'CHARGE'`, id)).toBe(
      charged.filter((amount) => amount !== null).length,
    );
    expect(await rowsOf('"character" where owner_id = $1', id)).toBe(0);
    expect(await rowsOf('character_review where account_id = $1', id)).toBe(0);
    expect(await rowsOf('api_key where account_id = $1 and revoked_at is null', id)).toBe(0);
    await expect(hold(testOrder(id))).rejects.toMatchObject({ code: 'API_ACCESS_DISABLED' });
  }
  const [sums] = await database().query('select rating_count as n, rating_sum as sum from "character" where id = $1', [
    theirs.id,
  ]);
  expect(sums).toEqual({ n: 0, sum: 0 });
  expect((await verifyLedger()).findings).toEqual([]);
}, 60_000);

it('never deletes the last two owners concurrently', async () => {
  const other = await makePerson('second@example.com');
  await database().query("update account set role = 'owner' where id = $1", [other.account.id]);
  const ended = await Promise.allSettled(
    [owner, other].map((person) => deleteAccount({ confirm: person.account.email, currentPassword: PASSWORD }, person)),
  );
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await rowsOf("account where role = 'owner' and deleted_at is null and $1::text is not null", '-')).toBe(1);
});
