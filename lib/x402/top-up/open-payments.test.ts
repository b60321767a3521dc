import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { BASE, NETWORKS, SOLANA } from '../../core/wallet';
import { type Database, openDatabase } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { waitSecondsOf } from './reconcile';
import { findPayment, insertPayment, markFailed, noteSettling, takeOverDue, TooManyOpenPayments } from './store';

/* How many payments are open, and in which order they are checked. */

const PAYER = '0x2222222222222222222222222222222222222222';
const OTHER = '0x3333333333333333333333333333333333333333';

const insert = (payer = PAYER, key = newId(), network = BASE as (typeof NETWORKS)[number]) =>
  insertPayment({
    ...{ network, key, payer, payTo: '0x11', amountMicro: 5_000_000n, accountId: null },
    ...{ payload: {}, expiresAt: 1n, fromBlock: 1n, fingerprint: null },
  });
const outcomes = async (inserting: ReturnType<typeof insert>[]) =>
  (await Promise.allSettled(inserting)).map((each) => {
    if (each.status === 'fulfilled') return each.value === null ? 'known' : 'stored';
    return each.reason instanceof TooManyOpenPayments ? 'too many' : String(each.reason);
  });

describe.each(['embedded', 'PostgreSQL'])('with the database %s', (kind) => {
  let database: Database;
  let server: TestPostgres | undefined;
  beforeAll(async () => {
    if (kind === 'PostgreSQL') server = await startPostgres();
    database = server ? await openDatabase({ databaseUrl: server.url, dataDir: '' }) : await openTestDatabase();
  });
  beforeEach(() => database.query('delete from wallet_payment'));
  afterAll(async () => {
    await database.close();
    await server?.stop();
  });

  it('a payer has at most three open payments, however many arrive together', async () => {
    const together = await outcomes(Array.from({ length: 12 }, () => insert()));
    expect(together.sort()).toEqual([...Array<string>(3).fill('stored'), ...Array<string>(9).fill('too many')]);
    // Those of others do not count.
    expect(await outcomes([insert(OTHER), insert(OTHER)])).toEqual(['stored', 'stored']);
  });

  it('one that has ended does not count, and one on its way does', async () => {
    const [first] = [await insert(), await insert(), await insert()];
    await noteSettling(first?.id ?? '');
    expect(await outcomes([insert()])).toEqual(['too many']);
    await markFailed(first?.id ?? '', 'It has expired.');
    expect(await outcomes([insert()])).toEqual(['stored']);
  });

  it('a repeat of a payment that is stored is no new one', async () => {
    const [known] = [await insert(), await insert(), await insert()];
    expect(await outcomes([insert(PAYER, known?.key)])).toEqual(['known']);
    expect(await findPayment(BASE, known?.key ?? '')).toEqual(known);
    const together = await outcomes(Array.from({ length: 6 }, () => insert(OTHER, 'the same')));
    expect(together.sort()).toEqual([...Array<string>(5).fill('known'), 'stored']);
  });

  it('is worked on in turns of payers, so that many of one do not make others wait', async () => {
    const many = [await insert(), await insert(), await insert()];
    const [other, third] = [await insert(OTHER), await insert('a third')];
    const waiting = [...many, other, third];
    for (const [index, payment] of waiting.entries()) {
      const age = [payment?.id, waiting.length - index];
      await database.query(
        `update wallet_payment set lease_until = now() - make_interval(mins => $2) where id = $1`,
        age,
      );
    }
    const take = async (limit: number) => (await takeOverDue(NETWORKS, limit)).map(({ id }) => id).sort();
    const idsOf = (...payments: (typeof waiting)[number][]) => payments.map((payment) => payment?.id).sort();
    // All of the first one have waited for longer.
    expect(await take(3)).toEqual(idsOf(many[0] ?? null, other, third));
    expect(await take(1)).toEqual(idsOf(many[1] ?? null));
    expect(await take(9)).toEqual(idsOf(many[2] ?? null));
    expect(await take(9)).toEqual([]);
  });

  it('is taken by one process, and of the networks that are asked for', async () => {
    await insert(PAYER, newId(), SOLANA);
    for (const payer of [PAYER, OTHER, 'a third', 'a fourth']) await insert(payer);
    await database.query(`update wallet_payment set lease_until = now() - interval '1 second'`);
    const taken = await Promise.all(Array.from({ length: 4 }, () => takeOverDue([BASE], 2)));
    const ids = taken.flat().map(({ id }) => id);
    expect(taken.flat().every(({ network }) => network === BASE)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await takeOverDue([SOLANA], 9)).length).toBe(1);
  });
});

it('the older a payment is, the longer it waits for its next check', () => {
  const wait = (attempts: number, minutes: number) =>
    waitSecondsOf({ attempts, createdAt: new Date(Date.now() - minutes * 60_000) });
  expect([0, 1, 2, 3].map((attempts) => wait(attempts, 600))).toEqual([3, 5, 10, 20]);
  expect([1, 10, 20, 60, 24 * 60, 30 * 24 * 60].map((minutes) => wait(9, minutes))).toEqual([
    60, 60, 120, 360, 3_600, 3_600,
  ]);
});
