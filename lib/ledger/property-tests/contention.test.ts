import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { database, openDatabase, type Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { findBalance } from '../read/balance/find-balance';
import { setStake } from '../stake/set-stake';
import { createTestAccount, createTestKey } from '../testing/test-account';
import { installTestClock } from '../testing/test-clock';
import type { Currency } from '../types';
import { verifyLedger } from '../verify/verify-ledger';
import { startTestProcess, type TestProcess } from './test-process';
import { type Rush, rush, type Served } from './test-rush';

/** How many concurrent requests. */
const REQUESTS = 200;
const PROCESSES = 4;
/** How many of them there is money for: the edges, and some others, new ones each time. */
const RANDOM = Math.ceil(Number(process.env.FAREBOX_ROUNDS ?? 2) / 2);
const AFFORDABLE = [0, 1, REQUESTS - 1, REQUESTS, ...Array.from({ length: RANDOM }, () => randomInt(2, REQUESTS - 1))];

/** Money for `k` requests of `amountNano`, and a rest that is too small for one more. */
type Money = { k: number; amountNano: bigint; restNano: bigint };
/** What is to come of it. The first key is the one that is limited, where one is. */
type Funding = { accountId: string; keyIds: (string | null)[]; served: Record<Currency, number>; refusal: string };

/** How a request that cannot be paid may be refused. */
const CODES = new Set([
  'INSUFFICIENT_BALANCE',
  'API_KEY_USD_SPEND_LIMIT_EXCEEDED',
  'API_KEY_DIEM_SPEND_LIMIT_EXCEEDED',
]);

const nano = (count: number, amountNano: bigint) => BigInt(count) * amountNano;
const sumOf = ({ k, amountNano, restNano }: Money) => nano(k, amountNano) + restNano;
const ample = ({ amountNano }: Money) => nano(2 * REQUESTS, amountNano);

async function limitedKey(accountId: string, column: 'limit_usd_nano' | 'limit_diem_nano', limitNano: bigint) {
  const keyId = await createTestKey(accountId);
  await database().query(`update api_key set ${column} = $2 where id = $1`, [keyId, limitNano]);
  return keyId;
}

const FUNDING: Record<string, (money: Money) => Promise<Funding>> = {
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

/** The balances of an account and the remaining limits of its keys, computed from one snapshot; may be negative. */
type Remaining = { of: string; posted: bigint; free: bigint };
const readRemaining = (accountId: string) =>
  database().query<Remaining>(
    `with funds (subject, currency, nano) as (
       select account_id, 'USD', posted_nano from ledger_balance where account_id = $1
       union all
       select account_id, 'DIEM', staked_nano from ledger_stake where account_id = $1
       union all
       select id, 'USD', limit_usd_nano from api_key where account_id = $1 and limit_usd_nano is not null
       union all
       select id, 'DIEM', limit_diem_nano from api_key where account_id = $1 and limit_diem_nano is not null
     ), spent as (
       select f.*, f.nano - coalesce((
           select sum(d.spent_nano) from ledger_spend d where d.subject_id = f.subject and d.currency = f.currency
         ), 0) as posted
         from funds f
     )
     select s.subject || ' ' || s.currency as of, s.posted::bigint as posted, (s.posted - coalesce((
         select sum(h.held_nano) from ledger_hold h
           where h.account_id = $1 and h.currency = s.currency and h.state = 'open'
             and (h.account_id = s.subject or h.key_id = s.subject)
       ), 0))::bigint as free
       from spent s order by 1`,
    [accountId],
  );

/** Reads the balances repeatedly while requests are running. `falling`: nothing is released meanwhile. */
async function watch(order: Omit<Rush, 'count'>, serve: Fixture['serve'], { falling }: { falling: boolean }) {
  const { accountId, keyIds } = order;
  const [start, spendable] = [await readRemaining(accountId), await findBalance(accountId, keyIds[0])];
  let last = start;
  let looks = 0;
  let ended = false;
  const done = serve(order).finally(() => {
    ended = true;
  });
  const watching = (async () => {
    while (!ended) {
      const now = await readRemaining(accountId);
      const before = falling ? last : start;
      for (const [index, { of, posted, free }] of now.entries()) {
        const most = before[index] as Remaining;
        expect(of).toBe(most.of);
        expect(free).toBeGreaterThanOrEqual(0n);
        expect(posted).toBeGreaterThanOrEqual(free);
        expect(posted).toBeLessThanOrEqual((last[index] as Remaining).posted);
        expect(free).toBeLessThanOrEqual(most.free);
      }
      const balance = await findBalance(accountId, keyIds[0]);
      expect(balance.usdNano >= 0n && balance.usdNano <= spendable.usdNano).toBe(true);
      expect(balance.diemNano >= 0n && balance.diemNano <= spendable.diemNano).toBe(true);
      last = now;
      looks += 1;
      await sleep(1);
    }
  })();
  // In any case, the next test begins after this one's requests have ended.
  const [served] = await Promise.all([done, watching.finally(() => done)]);
  expect(looks).toBeGreaterThan(0);
  return served;
}

/** The ledger has exactly the acknowledged charges of an account, in entries and in usage rows, and adds up. */
async function expectLedger(accountId: string, { count, chargedNano }: Served): Promise<void> {
  const [recorded] = await database().query(
    `select count(*) filter (where u.currency = 'USD') as "USD", count(*) filter (where u.currency = 'DIEM') as "DIEM",
       coalesce(sum(u.charged_nano) filter (where u.currency = 'USD'), 0)::bigint as "chargedUsd",
       coalesce(sum(u.charged_nano) filter (where u.currency = 'DIEM'), 0)::bigint as "chargedDiem",
       coalesce(-sum(e.amount_nano), 0)::bigint as entries
       from usage_record u left join ledger_entry e on e.id = 'charge:' || u.hold_id where u.account_id = $1`,
    [accountId],
  );
  expect(recorded).toEqual({
    USD: BigInt(count.USD),
    DIEM: BigInt(count.DIEM),
    chargedUsd: chargedNano.USD,
    chargedDiem: chargedNano.DIEM,
    entries: chargedNano.USD + chargedNano.DIEM,
  });
  expect((await verifyLedger()).findings).toEqual([]);
}

const KINDS = [
  ['one process, embedded', startOne],
  [`${PROCESSES} processes, PostgreSQL`, startMany],
] as const;
type Fixture = { serve(order: Omit<Rush, 'count'>): Promise<Served>; close(): Promise<void> };

async function startOne(): Promise<Fixture> {
  const opened = await openTestDatabase();
  return { serve: (order) => rush({ ...order, count: REQUESTS }), close: () => opened.close() };
}

/** All of them open the same empty database concurrently. */
async function startMany(): Promise<Fixture> {
  const server: TestPostgres = await startPostgres(['-c', 'fsync=off']);
  const location = { databaseUrl: server.url, dataDir: '' };
  const processes: TestProcess[] = Array.from({ length: PROCESSES }, () => startTestProcess('rush', location));
  await Promise.all(processes.map((one) => one.waitForMessages(1)));
  const opened: Database = await openDatabase(location);
  let asked = 1;
  return {
    serve: async (order) => {
      asked += 1;
      for (const one of processes) one.send({ ...order, count: REQUESTS / PROCESSES });
      await Promise.all(processes.map((one) => one.waitForMessages(asked)));
      return processes.map((one) => one.messages.at(-1) as Served).reduce(together);
    },
    close: async () => {
      await Promise.all(processes.map((one) => one.kill()));
      await opened.close();
      await server.stop();
    },
  };
}

function together(a: Served, b: Served): Served {
  const refused = { ...a.refused };
  for (const [why, times] of Object.entries(b.refused)) refused[why] = (refused[why] ?? 0) + times;
  return {
    count: { USD: a.count.USD + b.count.USD, DIEM: a.count.DIEM + b.count.DIEM },
    chargedNano: { USD: a.chargedNano.USD + b.chargedNano.USD, DIEM: a.chargedNano.DIEM + b.chargedNano.DIEM },
    refused,
  };
}

describe.each(KINDS)(`${REQUESTS} requests at once: %s`, (_title, start) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await start();
    // Midnight would add new DIEM during a test.
    await installTestClock('2026-11-21T12:00:00Z');
  }, 180_000);
  afterAll(() => fixture.close());

  describe.each(Object.entries(FUNDING))('money for some in %s', (_name, open) => {
    it.each(AFFORDABLE)('serves exactly %i', async (k) => {
      const amountNano = BigInt(randomInt(1, 2_000_000_000));
      const money = { k, amountNano, restNano: BigInt(randomInt(0, Number(amountNano))) };
      const funding = await open(money);
      const { accountId, keyIds } = funding;
      const start = await readRemaining(accountId);
      const order: Omit<Rush, 'count'> = {
        accountId,
        keyIds,
        amountNano,
        minimumNano: amountNano,
        percents: [100, 100],
      };
      const served = await watch(order, fixture.serve, { falling: true });

      const chargedNano = { USD: nano(funding.served.USD, amountNano), DIEM: nano(funding.served.DIEM, amountNano) };
      const refused = k < REQUESTS ? { [funding.refusal]: REQUESTS - k } : {};
      expect(served).toEqual({ count: funding.served, chargedNano, refused });
      expect(await readRemaining(accountId)).toEqual(
        start.map(({ of, posted }) => {
          const left = posted - (of.endsWith('USD') ? chargedNano.USD : chargedNano.DIEM);
          return { of, posted: left, free: left };
        }),
      );
      await expectLedger(accountId, served);
    });
  });

  it.each(Object.entries(FUNDING))('parts, more than was held and nothing, in any mixture: %s', async (name, open) => {
    const amountNano = BigInt(randomInt(1000, 2_000_000_000));
    const { accountId, keyIds } = await open({ k: 60, amountNano, restNano: 0n });
    const start = await readRemaining(accountId);
    // A bill above its hold is not capped by the key's limit, only by the balance.
    const most = name.includes('key') ? 100 : 200;
    const order: Omit<Rush, 'count'> = { accountId, keyIds, amountNano, minimumNano: 1n, percents: [-50, most] };
    const served = await watch(order, fixture.serve, { falling: false });

    expect(Object.keys(served.refused).filter((why) => !CODES.has(why))).toEqual([]);
    for (const [index, { of, posted, free }] of (await readRemaining(accountId)).entries()) {
      const charged = of.endsWith('USD') ? served.chargedNano.USD : served.chargedNano.DIEM;
      expect({ posted, free }).toEqual({ posted: (start[index]?.posted ?? 0n) - charged, free: posted });
    }
    await expectLedger(accountId, served);
  });
});
