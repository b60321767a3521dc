import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { database, openDatabase, type Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/test-database';
import { startPostgres, type TestPostgres } from '../../platform/test-postgres';
import { findBalance } from '../find-balance';
import { setStake } from '../stake/set-stake';
import { createTestAccount, createTestKey } from '../test-account';
import { installTestClock } from '../test-clock';
import type { Currency } from '../types';
import { verifyLedger } from '../verify/verify-ledger';
import { startTestProcess, type TestProcess } from './test-process';
import { type Rush, rush, type Served } from './test-rush';

/** How many requests come at once (peers' notes, D, C1). */
const REQUESTS = 200;
const PROCESSES = 4;
/** How many of them there is money for: the edges, and some others, new ones each time. */
const RANDOM = Math.ceil(Number(process.env.FAREBOX_ROUNDS ?? 5) / 2);
const AFFORDABLE = [0, 1, REQUESTS - 1, REQUESTS, ...Array.from({ length: RANDOM }, () => randomInt(2, REQUESTS - 1))];

/** Money for `k` requests of `amountNano`, and a rest that is too small for one more. */
type Money = { k: number; amountNano: bigint; restNano: bigint };
/** What is to come of it. The first key is the one that is limited, where one is. */
type Purse = { accountId: string; keyIds: (string | null)[]; served: Record<Currency, number>; refusal: string };

const sumOf = ({ k, amountNano, restNano }: Money) => BigInt(k) * amountNano + restNano;
const ample = ({ amountNano }: Money) => BigInt(2 * REQUESTS) * amountNano;

async function limitedKey(accountId: string, column: 'limit_usd_nano' | 'limit_diem_nano', limitNano: bigint) {
  const keyId = await createTestKey(accountId);
  await database().query(`update api_key set ${column} = $2 where id = $1`, [keyId, limitNano]);
  return keyId;
}

const PURSES: Record<string, (money: Money) => Promise<Purse>> = {
  'the balance': async (money) => {
    const accountId = await createTestAccount(sumOf(money));
    const keyIds = [await createTestKey(accountId), null, await createTestKey(accountId)];
    return { accountId, keyIds, served: { USD: money.k, DIEM: 0 }, refusal: 'INSUFFICIENT_BALANCE' };
  },
  'a key’s USD limit': async (money) => {
    const accountId = await createTestAccount(ample(money));
    const keyIds = [await limitedKey(accountId, 'limit_usd_nano', sumOf(money))];
    return { accountId, keyIds, served: { USD: money.k, DIEM: 0 }, refusal: 'API_KEY_USD_SPEND_LIMIT_EXCEEDED' };
  },
  'the stake': async (money) => {
    const accountId = await createTestAccount();
    await setStake({ accountId, stakedNano: sumOf(money) });
    const keyIds = [null, await createTestKey(accountId)];
    return { accountId, keyIds, served: { USD: 0, DIEM: money.k }, refusal: 'INSUFFICIENT_BALANCE' };
  },
  'a key’s DIEM limit': async (money) => {
    const accountId = await createTestAccount();
    await setStake({ accountId, stakedNano: ample(money) });
    const keyIds = [await limitedKey(accountId, 'limit_diem_nano', sumOf(money))];
    return { accountId, keyIds, served: { USD: 0, DIEM: money.k }, refusal: 'API_KEY_DIEM_SPEND_LIMIT_EXCEEDED' };
  },
  'the stake first, then the balance': async (money) => {
    const inDiem = randomInt(0, money.k + 1);
    const accountId = await createTestAccount(sumOf({ ...money, k: money.k - inDiem }));
    await setStake({ accountId, stakedNano: sumOf({ ...money, k: inDiem }) });
    const keyIds = [null, await createTestKey(accountId)];
    const served = { USD: money.k - inDiem, DIEM: inDiem };
    return { accountId, keyIds, served, refusal: 'INSUFFICIENT_BALANCE' };
  },
};

/** What an account's money and each of its keys' limits come to, by arithmetic of one snapshot: it can be negative. */
type Left = { of: string; posted: bigint; free: bigint };
const look = (accountId: string) =>
  database().query<Left>(
    `with purse (subject, currency, nano) as (
       select account_id, 'USD', posted_nano from ledger_balance where account_id = $1
       union all
       select account_id, 'DIEM', staked_nano from ledger_stake where account_id = $1
       union all
       select id, 'USD', limit_usd_nano from api_key where account_id = $1 and limit_usd_nano is not null
       union all
       select id, 'DIEM', limit_diem_nano from api_key where account_id = $1 and limit_diem_nano is not null
     ), spent as (
       select p.*, p.nano - coalesce((
           select sum(d.spent_nano) from ledger_spend d where d.subject_id = p.subject and d.currency = p.currency
         ), 0) as posted
         from purse p
     )
     select s.subject || ' ' || s.currency as of, s.posted::bigint as posted, (s.posted - coalesce((
         select sum(h.held_nano) from ledger_hold h
           where h.account_id = $1 and h.currency = s.currency and h.state = 'open'
             and (h.account_id = s.subject or h.key_id = s.subject)
       ), 0))::bigint as free
       from spent s order by 1`,
    [accountId],
  );

/** Looks at a purse again and again while requests are at work. */
async function watch(purse: Purse, work: Promise<Served[]>): Promise<Served[]> {
  const [start, spendable] = [await look(purse.accountId), await findBalance(purse.accountId, purse.keyIds[0])];
  let last = start;
  let looks = 0;
  let ended = false;
  const done = work.finally(() => {
    ended = true;
  });
  const watching = (async () => {
    while (!ended) {
      const now = await look(purse.accountId);
      for (const [index, { of, posted, free }] of now.entries()) {
        const before = last[index] as Left;
        expect(of).toBe(before.of);
        expect(free).toBeGreaterThanOrEqual(0n);
        expect(posted).toBeGreaterThanOrEqual(free);
        expect(posted).toBeLessThanOrEqual(before.posted);
        expect(free).toBeLessThanOrEqual(before.free);
      }
      const told = await findBalance(purse.accountId, purse.keyIds[0]);
      expect(told.usdNano >= 0n && told.usdNano <= spendable.usdNano).toBe(true);
      expect(told.diemNano >= 0n && told.diemNano <= spendable.diemNano).toBe(true);
      last = now;
      looks += 1;
      await sleep(1);
    }
  })();
  const [served] = await Promise.all([done, watching]);
  expect(looks).toBeGreaterThan(0);
  return served;
}

/** The book, after exactly so many requests were served. */
async function expectBook(purse: Purse, money: Money): Promise<void> {
  const charged = (currency: Currency) => BigInt(purse.served[currency]) * money.amountNano;
  const booked = await database().query<{ currency: Currency; times: bigint; entries: bigint; rows: bigint }>(
    `select e.currency, count(*) as times, -sum(e.amount_nano)::bigint as entries,
       sum(u.charged_nano + u.absorbed_nano)::bigint as rows
       from ledger_entry e left join usage_record u on 'charge:' || u.hold_id = e.id
       where e.account_id = $1 and e.kind = 'CHARGE' group by 1 order by 1 desc`,
    [purse.accountId],
  );
  expect(booked).toEqual(
    (['USD', 'DIEM'] as const)
      .filter((currency) => purse.served[currency] > 0)
      .map((currency) => ({
        currency,
        times: BigInt(purse.served[currency]),
        entries: charged(currency),
        rows: charged(currency),
      })),
  );
  expect((await verifyLedger()).findings).toEqual([]);
}

const KINDS = [
  ['one process, embedded', startOne],
  [`${PROCESSES} processes, PostgreSQL`, startMany],
] as const;
type Stage = { serve(order: Omit<Rush, 'count'>): Promise<Served[]>; close(): Promise<void> };

async function startOne(): Promise<Stage> {
  const opened = await openTestDatabase();
  return { serve: async (order) => [await rush({ ...order, count: REQUESTS })], close: () => opened.close() };
}

/** All of them open the same empty database at the same time. */
async function startMany(): Promise<Stage> {
  const server: TestPostgres = await startPostgres(['-c', 'fsync=off']);
  const place = { databaseUrl: server.url, dataDir: '' };
  const processes: TestProcess[] = Array.from({ length: PROCESSES }, () => startTestProcess('rush', place));
  await Promise.all(processes.map((one) => one.saying(1)));
  const opened: Database = await openDatabase(place);
  let asked = 1;
  return {
    serve: async (order) => {
      asked += 1;
      for (const one of processes) one.ask({ ...order, count: REQUESTS / PROCESSES });
      await Promise.all(processes.map((one) => one.saying(asked)));
      return processes.map((one) => one.said.at(-1) as Served);
    },
    close: async () => {
      await Promise.all(processes.map((one) => one.kill()));
      await opened.close();
      await server.stop();
    },
  };
}

describe.each(KINDS)(`${REQUESTS} requests at once: %s`, (_title, start) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await start();
    // Midnight would bring new DIEM amid a test.
    await installTestClock('2026-11-21T12:00:00Z');
  }, 180_000);
  afterAll(() => stage.close());

  describe.each(Object.entries(PURSES))('money for some in %s', (_name, open) => {
    it.each(AFFORDABLE)('%i are served, no other', async (k) => {
      const amountNano = BigInt(randomInt(1, 2_000_000_000));
      const money = { k, amountNano, restNano: BigInt(randomInt(0, Number(amountNano))) };
      const purse = await open(money);
      const start = await look(purse.accountId);
      const { accountId, keyIds } = purse;
      const served = await watch(purse, stage.serve({ accountId, keyIds, amountNano }));

      const sum = (pick: (one: Served) => number) => served.reduce((total, one) => total + pick(one), 0);
      expect({ USD: sum(({ USD }) => USD), DIEM: sum(({ DIEM }) => DIEM) }).toEqual(purse.served);
      const codes = new Set(served.flatMap(({ refused }) => Object.keys(refused)));
      expect([...codes]).toEqual(k < REQUESTS ? [purse.refusal] : []);
      expect(sum(({ refused }) => refused[purse.refusal] ?? 0)).toBe(REQUESTS - k);
      expect(await look(accountId)).toEqual(
        start.map(({ of, posted }) => {
          const left = posted - BigInt(of.endsWith('USD') ? purse.served.USD : purse.served.DIEM) * amountNano;
          return { of, posted: left, free: left };
        }),
      );
      await expectBook(purse, money);
    });
  });
});
