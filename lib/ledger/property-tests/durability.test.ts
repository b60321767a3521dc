import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../core/ids';
import { FsyncNodeFS } from '../../platform/database/pglite-files';
import { pgliteDatabase, startPglite } from '../../platform/database/pglite';
import { database, installDatabase, openDatabase } from '../../platform/db';
import { testSnapshot } from '../../platform/testing/test-database';
import { credit } from '../credit';
import { hold } from '../hold';
import { release } from '../release';
import { settle } from '../settle';
import { setStake } from '../stake/set-stake';
import { createTestAccount, createTestKey } from '../testing/test-account';
import { testBill, testOrder, testRecord } from '../testing/test-orders';
import type { Receipt } from '../types';
import {
  type ExpectedLedger,
  emptyLedger,
  expectRecorded,
  expectNothingHeld,
  type HoldHistory,
  recordMessages,
} from './test-expected-ledger';
import type { LoadPlan, LoadMessage } from './test-load';
import { type Machine, startEmbedded, startServer } from './test-machine';
import { startTestProcess } from './test-process';

/** One of each plan below. */
const ROUNDS = Number(process.env.FAREBOX_ROUNDS ?? 3);
const ROUND_MS = 120_000;
/** A load is killed after this many messages, and this long after the last one. */
const MESSAGES_BEFORE_KILL = [40, 400] as const;
const LATEST_MS = 40;

/**
 * What a round's load does besides holding. A premature acknowledgment is only detected if nothing else flushes right
 * after it, hence the first and the third.
 */
const ROUND_PLANS: ((plan: LoadPlan) => LoadPlan)[] = [
  (plan) => ({ ...plan, credited: [] }),
  (plan) => plan,
  (plan) => ({ ...plan, endings: ['release', 'leave'] }),
];

/** A rich account, one with a stake, and one that is always short of money; requests with a key and without. */
async function planLoad(ttlSeconds: number): Promise<LoadPlan> {
  const rich = await createTestAccount(10n ** 15n);
  const staked = await createTestAccount(10n ** 15n);
  const short = await createTestAccount();
  await setStake({ accountId: staked, stakedNano: 10n ** 9n });
  const [richKey, stakedKey] = [await createTestKey(rich), await createTestKey(staked)];
  return {
    loops: 8,
    ttlSeconds,
    orders: [
      { accountId: rich, keyId: richKey, maximumNano: 400n, minimumNano: 10n },
      { accountId: rich, keyId: null, maximumNano: 400n, minimumNano: 10n },
      { accountId: staked, keyId: stakedKey, maximumNano: 300n, minimumNano: 300n },
      { accountId: staked, keyId: null, maximumNano: 300n, minimumNano: 300n },
      // More than the stake: in USD.
      { accountId: staked, keyId: stakedKey, maximumNano: 2n * 10n ** 9n, minimumNano: 1n },
      { accountId: short, keyId: null, maximumNano: 200n, minimumNano: 1n },
      { accountId: short, keyId: null, maximumNano: 50n, minimumNano: 50n },
    ],
    endings: ['settle', 'settle', 'above', 'release', 'leave'],
    credited: [rich, short, short],
  };
}

/** Runs a load and kills it. @returns its messages after `open` */
async function runAndKill(machine: Machine, plan: LoadPlan, hard: boolean): Promise<LoadMessage[]> {
  const load = startTestProcess('load', machine.location);
  try {
    await load.waitForMessages(1);
    load.send(plan);
    await load.waitForMessages(randomInt(...MESSAGES_BEFORE_KILL));
    await sleep(Math.random() * LATEST_MS);
  } finally {
    await machine.kill(load, hard);
  }
  return load.messages.slice(1) as LoadMessage[];
}

const settleAs = ({ hold: made }: HoldHistory, costNano: bigint) =>
  settle({ hold: made, bill: testBill(costNano), record: testRecord() });

/** Repeats an unacknowledged settle twice concurrently, and records it. */
async function settleTwice(history: HoldHistory, costNano: bigint): Promise<Receipt> {
  history.costNano = costNano;
  const [receipt, again] = await Promise.all([settleAs(history, costNano), settleAs(history, costNano)]);
  expect(again).toEqual(receipt);
  expect(receipt.chargedNano + receipt.absorbedNano).toBe(costNano);
  history.receipt = receipt;
  return receipt;
}

/** What a surviving caller does: it repeats both unanswered and answered requests. */
async function repeatRequests(histories: HoldHistory[]): Promise<void> {
  const acknowledged = histories.filter(({ receipt }) => receipt).slice(-30);
  const unanswered = histories.filter(({ costNano, receipt }) => costNano !== undefined && !receipt);
  const untouched = histories.filter(({ costNano, releasing }) => costNano === undefined && !releasing).slice(-5);
  // With a different bill than the first time, which must be ignored.
  const receipts = await Promise.all(acknowledged.map((history) => settleAs(history, 1n)));
  expect(receipts).toEqual(acknowledged.map(({ receipt }) => receipt));
  await Promise.all(unanswered.map((history) => settleTwice(history, history.costNano ?? 0n)));
  await Promise.all(untouched.map((history) => settleTwice(history, history.hold.heldNano)));
}

const KINDS = [
  ['embedded', startEmbedded],
  ['PostgreSQL', startServer],
] as const;

describe.each(KINDS)('%s: kill -9 during a load', (kind, start) => {
  const expected: ExpectedLedger = emptyLedger();
  let machine: Machine;
  let plan: LoadPlan;
  beforeAll(async () => {
    machine = await start();
    const opened = await openDatabase(machine.location);
    plan = await planLoad(machine.ttlSeconds);
    await opened.close();
  }, ROUND_MS);
  afterAll(() => machine.close());

  const rounds = Array.from({ length: ROUNDS }, (_, round) => round + 1);
  it.each(rounds)(
    'round %i: nothing acknowledged is lost or duplicated, and no hold remains',
    async (round) => {
      const hard = round % 2 === 1;
      const ofRound = ROUND_PLANS[(round - 1) % ROUND_PLANS.length]?.(plan) ?? plan;
      const messages = await runAndKill(machine, ofRound, hard);
      const failed = messages.flatMap((message) => (message.is === 'failed' ? [message.why] : []));
      expect(failed.filter((why) => !(hard && kind === 'PostgreSQL' && why === 'NOT_READY'))).toEqual([]);
      const histories = recordMessages(expected, messages);
      const opened = await openDatabase(machine.location);
      try {
        await expectRecorded(expected);
        await machine.endHolds();
        await expectNothingHeld();
        await repeatRequests(histories);
        await expectRecorded(expected);
        await expectNothingHeld();
      } finally {
        await opened.close();
      }
    },
    ROUND_MS,
  );

  it('the killed loads committed several orders at once, in both currencies', async () => {
    const opened = await openDatabase(machine.location);
    const calls = await database().query<{ orders: bigint }>(
      'select count(*) as orders from usage_record group by created_at having count(*) > 1',
    );
    const currencies = await database().query('select distinct currency from usage_record order by 1');
    await opened.close();
    expect(calls.length).toBeGreaterThan(0);
    expect(currencies).toEqual([{ currency: 'DIEM' }, { currency: 'USD' }]);
  });

  it(
    'a hold lost in the crash is still charged, once',
    async () => {
      const onlyHolds: LoadPlan = { ...plan, orders: plan.orders.slice(0, 4), endings: ['leave'], credited: [] };
      // PostgreSQL writes full WAL pages on its own: sometimes the last hold is on disk.
      for (let lost: HoldHistory[] = [], tries = 0; lost.length === 0; tries += 1) {
        expect(tries).toBeLessThan(5);
        const histories = recordMessages(expected, await runAndKill(machine, onlyHolds, true));
        const opened = await openDatabase(machine.location);
        try {
          const found = await database().query<{ id: string }>('select id from ledger_hold');
          lost = histories.filter(({ hold: made }) => !found.some(({ id }) => id === made.id)).slice(-50);
          for (const receipt of await Promise.all(lost.map((history) => settleTwice(history, history.hold.heldNano)))) {
            expect(receipt.absorbedNano).toBe(0n);
          }
          await expectRecorded(expected);
        } finally {
          await opened.close();
        }
      }
    },
    5 * ROUND_MS,
  );
});

describe('embedded: fsync', () => {
  it('is not used by holds and releases, and precedes the acknowledgment of settles and credits', async () => {
    const folder = fs.mkdtempSync(join(tmpdir(), 'farebox-durability-'));
    const engine = await startPglite(new FsyncNodeFS(folder), await testSnapshot());
    const opened = installDatabase(await pgliteDatabase(engine));
    // Spied on at the system call; they are still executed.
    const flushes = vi.spyOn(fs, 'fsyncSync');
    const account = await createTestAccount(100_000n);
    const count = async (work: () => Promise<unknown>) => {
      flushes.mockClear();
      await work();
      return flushes.mock.calls.length;
    };
    const order = () => testOrder(account, { maximumNano: 10n });
    for (let run = 0; run < 10; run += 1) {
      const released = order();
      expect(await count(() => hold(released))).toBe(0);
      expect(await count(() => release({ holdId: released.id }))).toBe(0);
      const held = await hold(order());
      const bill = { costNano: 5n, lines: [], estimated: false };
      const record = testRecord();
      expect(await count(() => settle({ hold: held, bill, record }))).toBeGreaterThan(0);
      const given = { entryId: newId(), accountId: account, currency: 'USD', kind: 'GRANT', amountNano: 1n } as const;
      expect(await count(() => credit(given))).toBeGreaterThan(0);
    }
    flushes.mockRestore();
    await opened.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
});
