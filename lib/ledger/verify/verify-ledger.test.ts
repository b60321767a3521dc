import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { database, openDatabase, type Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { createTestAccount, createTestKey } from '../testing/test-account';
import { type Finding, verifyLedger } from './verify-ledger';

type TestLedger = { account: string; key: string; day: string };
const run = (text: string, ...params: unknown[]) => database().query(text, params);
const TODAY = `ledger_day(ledger_now())`;

/**
 * A small correct ledger, row by row, beyond 2^53: USD 10,000,000.000000003 credited; a request of 5 USD by a key (4
 * input, 1 output, 1 of it absorbed), one of 0; 10 DIEM staked, 3 of today's spent by the key; live holds in both.
 */
async function writeLedger(): Promise<TestLedger> {
  const account = await createTestAccount();
  const key = await createTestKey(account);
  const entry = (
    id: string,
    currency: string,
    kind: string,
    amount: string,
    after: string,
    keyId: string | null = null,
  ) =>
    run(
      `insert into ledger_entry (id, account_id, key_id, currency, kind, amount_nano, balance_after_nano, window_day, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, ${TODAY}, ledger_now())`,
      ...[id, account, keyId, currency, kind, amount, after],
    );
  const usage = (id: string, currency: string, charged: number, absorbed: number, lines: number[]) =>
    run(
      `insert into usage_record (request_id, hold_id, account_id, key_id, model_id, currency, held_nano, charged_nano,
         absorbed_nano, balance_after_nano, lines, estimated, ending, duration_ms, created_at)
       values ($1, $2, $3, $4, 'm', $5, 0, $6, $7, 0, $8::text::jsonb, false, 'completed', 1, ledger_now())`,
      ...[`r-${id}-${account}`, `${id}-${account}`, account, key, currency, charged, absorbed],
      JSON.stringify(lines.map((cost) => ({ kind: 'input', units: 1, rateNano: '1', costNano: String(cost) }))),
    );
  const hold = (id: string, currency: string, held: number) =>
    run(
      `insert into ledger_hold (id, account_id, key_id, currency, held_nano, maximum_nano, usd_before_nano,
         diem_before_nano, state, created_at, expires_at)
       values ($1, $2, null, $3, $4, $4, 0, 0, 'open', ledger_now(), ledger_now() + interval '1 hour')`,
      ...[`${id}-${account}`, account, currency, held],
    );
  await run(`insert into ledger_balance values ($1, 'USD', 9999996000000003)`, account);
  await entry(`grant-${account}`, 'USD', 'GRANT', '10000000000000003', '10000000000000003');
  await entry(`charge:usd-${account}`, 'USD', 'CHARGE', '-4000000000', '9999996000000003', key);
  await usage('usd', 'USD', 4_000_000_000, 1_000_000_000, [4_000_000_000, 1_000_000_000]);
  await usage('free', 'USD', 0, 0, []);
  await hold('h-usd', 'USD', 4_000_000_000);
  await run(`insert into ledger_stake values ($1, 10000000000, null, ledger_now() - interval '2 days')`, account);
  await entry(`daily-${account}`, 'DIEM', 'DAILY_CREDIT', '10000000000', '10000000000');
  await entry(`charge:diem-${account}`, 'DIEM', 'CHARGE', '-3000000000', '7000000000', key);
  await usage('diem', 'DIEM', 3_000_000_000, 0, [3_000_000_000]);
  await hold('h-diem', 'DIEM', 7_000_000_000);
  await run(`insert into ledger_spend values ($1, 'DIEM', ${TODAY}, 3000000000, 10000000000)`, account);
  await run(`insert into ledger_spend values ($1, 'DIEM', ${TODAY}, 3000000000, null)`, key);
  await run(`insert into ledger_spend values ($1, 'USD', ${TODAY}, 4000000000, null)`, key);
  const [row] = await database().query<{ day: string }>(`select ${TODAY}::text as day`);
  return { account, key, day: row?.day ?? '' };
}

/** The constraints that would prevent the tests below from damaging the ledger. */
const loosen = () =>
  run(`alter table ledger_balance drop constraint ledger_balance_not_negative`).then(() =>
    run(`alter table ledger_spend drop constraint ledger_spend_within_credit`),
  );

/** Damage to the ledger, and every finding that it must cause, in order. `$A`, `$K`, `$D`: account, key, day. */
type Case = [
  title: string,
  damage: string,
  findings: [check: string, subject: string, expected: string, actual: string][],
];

const SUM = 'balance is the sum of its entries';
const RUNNING = 'running balances lead from zero to the balance';
const KEY_DAY = 'key’s spending in a day is the sum of its charges';
const CREDITED = 'DIEM credited in a day is the sum of its entries';
const SPENT = 'DIEM spent in a day is the sum of its charges';
const WITHIN = 'DIEM spent in a day is within what was credited';
const ENTRY_OF = 'request has one entry of what it was charged';
const LINES = 'request’s lines add up to its cost';
const OWNER = 'request and its entry are of one account, key, and currency';
const NEGATIVE = 'balance is never below zero';
const RUNNING_DIEM = 'running DIEM of a day leads from zero to what is left of it';
const KIND = 'entry is of a kind that its currency and sign allow';
const TRANSFERRED = 'transfer adds to one account what it takes from another';
const ORPHAN = 'charge belongs to a request';
const HELD = 'live holds are within the balance';
const HELD_DIEM = 'today’s live holds and charges in DIEM are within the stake';

const POSTED = '9999996.000000003 USD';
const CASES: Case[] = [
  [
    'a balance that is one nano-dollar off',
    `update ledger_balance set posted_nano = posted_nano + 1 where account_id = '$A'`,
    [
      [SUM, 'account $A', POSTED, '9999996.000000004 USD'],
      [RUNNING, 'account $A', '9999996.000000004 USD', POSTED],
    ],
  ],
  [
    'a missing balance',
    `delete from ledger_balance where account_id = '$A'`,
    [
      [SUM, 'account $A', POSTED, 'none'],
      [RUNNING, 'account $A', '0 USD', POSTED],
      [HELD, 'account $A', '0 USD', '4 USD'],
    ],
  ],
  [
    'a balance without entries',
    `delete from ledger_entry where id = 'grant-$A'`,
    [
      [SUM, 'account $A', '-4 USD', POSTED],
      [RUNNING, 'account $A', '10000000.000000003 USD', '0 USD'],
    ],
  ],
  [
    'a wrong running balance',
    `update ledger_entry set balance_after_nano = 7 where id = 'charge:usd-$A'`,
    [[RUNNING, 'account $A', '4.000000007 USD', '0.000000007 USD']],
  ],
  [
    'a balance below zero',
    `update ledger_balance set posted_nano = -1 where account_id = '$A'`,
    [
      [SUM, 'account $A', POSTED, '-0.000000001 USD'],
      [NEGATIVE, 'account $A', '0 USD', '-0.000000001 USD'],
      [RUNNING, 'account $A', '-0.000000001 USD', POSTED],
      [HELD, 'account $A', '-0.000000001 USD', '4 USD'],
    ],
  ],
  [
    'a posted balance in DIEM',
    `insert into ledger_balance values ('$A', 'DIEM', 5)`,
    [['DIEM has no posted balance', 'account $A', 'none', '0.000000005 DIEM']],
  ],
  [
    'an entry of a wrong kind',
    `update ledger_entry set kind = 'DAILY_CREDIT' where id = 'grant-$A'`,
    [[KIND, 'entry grant-$A', 'credit above zero or CHARGE below', 'DAILY_CREDIT of 10000000000000003 nano-USD']],
  ],
  [
    'a transfer that no other account sent',
    `update ledger_entry set kind = 'TRANSFER', id = 'transfer-in:t' where id = 'grant-$A'`,
    [[TRANSFERRED, 'transfer t', 'none', '10000000.000000003 USD']],
  ],
  [
    'a daily credit that differs from its day',
    `update ledger_spend set credited_nano = 9000000000 where subject_id = '$A'`,
    [
      [CREDITED, 'account $A on $D', '10 DIEM', '9 DIEM'],
      [RUNNING_DIEM, 'account $A on $D', '6 DIEM', '7 DIEM'],
    ],
  ],
  [
    'a day whose spending differs from its charges',
    `update ledger_spend set spent_nano = 2000000000 where subject_id = '$A'`,
    [
      [SPENT, 'account $A on $D', '3 DIEM', '2 DIEM'],
      [RUNNING_DIEM, 'account $A on $D', '8 DIEM', '7 DIEM'],
    ],
  ],
  [
    'a missing day',
    `delete from ledger_spend where subject_id = '$A'`,
    [
      [CREDITED, 'account $A on $D', '10 DIEM', 'none'],
      [SPENT, 'account $A on $D', '3 DIEM', 'none'],
      [RUNNING_DIEM, 'account $A on $D', '0 DIEM', '7 DIEM'],
    ],
  ],
  [
    'more spent in a day than was credited',
    `update ledger_entry set amount_nano = 2000000000 where id = 'daily-$A'; update ledger_spend set credited_nano = 2000000000 where subject_id = '$A'`,
    [
      [WITHIN, 'account $A on $D', '2 DIEM', '3 DIEM'],
      [RUNNING_DIEM, 'account $A on $D', '-1 DIEM', '0 DIEM'],
    ],
  ],
  [
    'a wrong remainder of a day',
    `update ledger_entry set balance_after_nano = 5 where id = 'charge:diem-$A'`,
    [[RUNNING_DIEM, 'account $A on $D', '3.000000005 DIEM', '0.000000005 DIEM']],
  ],
  [
    'a key’s day that differs from its charges, in USD',
    `update ledger_spend set spent_nano = spent_nano + 1 where subject_id = '$K' and currency = 'USD'`,
    [[KEY_DAY, 'key $K on $D', '4 USD', '4.000000001 USD']],
  ],
  [
    'a key’s day that differs from its charges, in DIEM',
    `delete from ledger_spend where subject_id = '$K' and currency = 'DIEM'`,
    [[KEY_DAY, 'key $K on $D', '3 DIEM', 'none']],
  ],
  [
    'a charge in another day than its key’s sum',
    `update ledger_entry set window_day = '2020-01-01' where id = 'charge:usd-$A'`,
    [
      [KEY_DAY, 'key $K on $D', '0 USD', '4 USD'],
      [KEY_DAY, 'key $K on 2020-01-01', '4 USD', 'none'],
    ],
  ],
  [
    'an account’s day in USD, which is never stored',
    `insert into ledger_spend values ('$A', 'USD', '2020-01-01', 1, null)`,
    [[KEY_DAY, 'key $A on 2020-01-01', '0 USD', '0.000000001 USD']],
  ],
  [
    'lines that do not add up',
    `update usage_record set lines = lines - 1 where request_id = 'r-usd-$A'`,
    [[LINES, 'request r-usd-$A', '5 USD', '4 USD']],
  ],
  [
    'lines that are not amounts',
    `update usage_record set lines = '{"a": 1}' where request_id = 'r-diem-$A'`,
    [[LINES, 'request r-diem-$A', '3 DIEM', '0 DIEM']],
  ],
  [
    'a request whose entry has another amount',
    `update usage_record set charged_nano = charged_nano - 1, absorbed_nano = absorbed_nano + 1 where request_id = 'r-usd-$A'`,
    [[ENTRY_OF, 'request r-usd-$A', '-3.999999999 USD', '-4 USD']],
  ],
  [
    'a request that was charged nothing but has an entry',
    `update usage_record set charged_nano = 0, absorbed_nano = 3000000000 where request_id = 'r-diem-$A'`,
    [[ENTRY_OF, 'request r-diem-$A', 'none', '-3 DIEM']],
  ],
  [
    'a request without its entry, which is another’s',
    `update usage_record set hold_id = 'other-$A' where request_id = 'r-diem-$A'`,
    [
      [ENTRY_OF, 'request r-diem-$A', '-3 DIEM', 'none'],
      [ORPHAN, 'entry charge:diem-$A', 'none', '-3 DIEM'],
    ],
  ],
  [
    'a charge of another key',
    `update usage_record set key_id = null where request_id = 'r-usd-$A'`,
    [[OWNER, 'request r-usd-$A', 'CHARGE $A no key USD', 'CHARGE $A $K USD']],
  ],
  [
    'a charge without a request',
    `delete from usage_record where request_id = 'r-usd-$A'`,
    [[ORPHAN, 'entry charge:usd-$A', 'none', '-4 USD']],
  ],
  [
    'more held than the balance, in USD',
    `update ledger_hold set held_nano = 9999996000000004 where id = 'h-usd-$A'`,
    [[HELD, 'account $A', POSTED, '9999996.000000004 USD']],
  ],
  [
    'more held than is staked, in DIEM',
    `update ledger_hold set held_nano = held_nano + 1 where id = 'h-diem-$A'`,
    [[HELD_DIEM, 'account $A', '10 DIEM', '10.000000001 DIEM']],
  ],
];

/** Damages the ledger in a transaction, verifies it, and rolls back. */
async function findingsAfter(damage: string, ledger: TestLedger): Promise<Finding[]> {
  let findings: Finding[] = [];
  const taken = new Error('taken back');
  await database()
    .transaction(async (tx) => {
      for (const statement of fill(damage, ledger).split('; ')) await tx.query(statement);
      ({ findings } = await verifyLedger(tx));
      throw taken;
    })
    .catch((error: unknown) => {
      if (error !== taken) throw error;
    });
  return findings;
}

function fill(text: string, { account, key, day }: TestLedger): string {
  return text.replaceAll('$A', account).replaceAll('$K', key).replaceAll('$D', day);
}

const KINDS = [
  ['embedded', async () => ({ opened: await openTestDatabase(), server: null })],
  [
    'PostgreSQL',
    async () => {
      const server = await startPostgres(['-c', 'fsync=off']);
      return { opened: await openDatabase({ databaseUrl: server.url, dataDir: '' }), server };
    },
  ],
] as const;

describe.each(KINDS)('%s', (_kind, open) => {
  let opened: Database;
  let server: TestPostgres | null;
  let ledger: TestLedger;
  beforeAll(async () => {
    ({ opened, server } = await open());
    await loosen();
    await writeLedger();
    ledger = await writeLedger();
  });
  afterAll(async () => {
    await opened.close();
    await server?.stop();
  });

  it('reports a correct ledger with its counts and sums', async () => {
    expect(await verifyLedger()).toEqual({
      ok: true,
      findings: [],
      total: 0,
      counts: { accounts: 2, keys: 2, entries: 8, requests: 6, liveHolds: 4 },
      sums: {
        postedUsd: '19999992.000000006',
        chargedUsd: '8',
        absorbedUsd: '2',
        chargedDiem: '6',
        absorbedDiem: '0',
      },
    });
  });

  it.each(CASES)('%s', async (_title, damage, expected) => {
    const named = expected.map(([check, ...rest]) => {
      const [subject, wanted, actual] = rest.map((text) => fill(text, ledger));
      return { check, subject, expected: wanted, actual };
    });
    const bySubject = (a: { subject?: string }, b: { subject?: string }) =>
      `${a.subject}`.localeCompare(`${b.subject}`);
    expect((await findingsAfter(damage, ledger)).sort(bySubject)).toEqual(named.sort(bySubject));
  });

  it('accepts holds above a stake that was lowered today', async () => {
    const lower = `update ledger_stake set staked_nano = 1, updated_at = ledger_now() where account_id = '$A'`;
    expect(await findingsAfter(lower, ledger)).toEqual([]);
  });

  it('ignores ended holds', async () => {
    const end = `update ledger_hold set held_nano = 9999996000000004, expires_at = ledger_now() where id = 'h-usd-$A'`;
    expect(await findingsAfter(end, ledger)).toEqual([]);
  });

  it('lists up to a hundred rows per check and counts all', async () => {
    const damage = `insert into ledger_entry (id, account_id, currency, kind, amount_nano, balance_after_nano, window_day,
      created_at) select 'charge:x' || n, '$A', 'USD', 'CHARGE', -1, n, ${TODAY}, ledger_now()
      from generate_series(1, 250) n`;
    const found = (await findingsAfter(damage, ledger)).filter(({ check }) => check === ORPHAN);
    expect(found).toHaveLength(100);
  });

  it('changes nothing, and cannot', async () => {
    const clock = (body: string) =>
      run(`create or replace function ledger_now() returns timestamptz language plpgsql volatile as $$
        begin ${body} return clock_timestamp(); end $$`);
    await clock('delete from ledger_hold;');
    await expect(verifyLedger()).rejects.toMatchObject({ cause: { message: expect.stringMatching(/read-only/) } });
    await clock('');
    expect(await verifyLedger()).toMatchObject({ ok: true, counts: { liveHolds: 4 } });
  });

  it('reads one snapshot while the ledger changes', async () => {
    const account = await createTestAccount();
    let going = true;
    const writer = (async () => {
      for (let n = 1; going; n += 1) {
        await database().transaction(async (tx) => {
          await tx.query(
            `insert into ledger_balance values ($1, 'USD', 1) on conflict (account_id, currency)
             do update set posted_nano = ledger_balance.posted_nano + 1`,
            [account],
          );
          await tx.query(
            `insert into ledger_entry (id, account_id, currency, kind, amount_nano, balance_after_nano, window_day, created_at)
             values ($1, $2, 'USD', 'GRANT', 1, $3, ${TODAY}, ledger_now())`,
            [newId(), account, n],
          );
        });
      }
    })();
    for (let look = 0; look < 20; look += 1) expect(await verifyLedger()).toMatchObject({ ok: true, total: 0 });
    going = false;
    await writer;
  });
});
