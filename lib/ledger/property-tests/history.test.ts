import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { database, type Database, openDatabase } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { credit } from '../credit';
import { findBalance } from '../read/balance/find-balance';
import { hold } from '../hold';
import { release } from '../release';
import { settle } from '../settle';
import { setStake } from '../stake/set-stake';
import { transferBalance } from '../transfer';
import { createTestAccount, createTestKey } from '../testing/test-account';
import { installTestClock, setTestClock } from '../testing/test-clock';
import { testBill, testRecord } from '../testing/test-orders';
import type { Hold, HoldRequest } from '../types';
import { verifyLedger } from '../verify/verify-ledger';
import { withdraw } from '../withdraw';
import { type Model, modelHold, type ModelHold, type ModelKey, modelSettles, available } from '../testing/test-model';

/** How many random histories are run on each database. */
const HISTORIES = 30 * Number(process.env.FAREBOX_ROUNDS ?? 1);
const START = '2026-11-30T20:00:00.000Z';

type Wanted = { key: number; maximum: bigint; part: bigint };
type Step =
  | { do: 'credit' | 'stake' | 'withdraw' | 'transfer in'; amount: bigint }
  | { do: 'transfer out' }
  | { do: 'holds'; orders: Wanted[] }
  | { do: 'settles'; costs: { which: number; cost: bigint }[] }
  | {
      do: 'release' | 'lose' | 'hold again' | 'settle again' | 'credit again' | 'withdraw again' | 'revoke';
      which: number;
    }
  | { do: 'wait'; minutes: number };

const amount = fc.bigInt({ min: 1n, max: 1000n });
const which = fc.nat(40);
const wanted = fc.record({ key: fc.nat(3), maximum: fc.bigInt(0n, 900n), part: fc.bigInt(0n, 4n) });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('credit', 'credit', 'stake', 'withdraw', 'transfer in'), amount }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('transfer out') }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('holds'), orders: fc.array(wanted, { minLength: 1, maxLength: 6 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('settles'),
      costs: fc.array(fc.record({ which, cost: fc.bigInt(0n, 1300n) }), { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('release', 'lose', 'hold again', 'settle again', 'credit again', 'withdraw again', 'revoke'),
      which,
    }),
  },
  // From less than a hold's ten minutes to beyond midnight, which here is also the end of the month.
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(1, 9, 11, 150, 1440) }) },
);

type World = Model & {
  accountId: string;
  holdsMade: Map<ModelHold, Hold>;
  credits: Moved[];
  withdrawals: Moved[];
};
/** An entry in or out, and the balance after it. */
type Moved = { id: string; amount: bigint; after: bigint };

const pick = <T>(list: T[], index: number): T | undefined => list[index % Math.max(1, list.length)];
const iso = (world: World) => new Date(world.nowMs).toISOString();

async function newWorld(limits: [bigint | null, bigint | null][], period: ModelKey['period']): Promise<World> {
  const accountId = await createTestAccount();
  const keys = new Map<string, ModelKey>();
  for (const [usd, diem] of limits) {
    const id = await createTestKey(accountId);
    await database().query(
      'update api_key set limit_usd_nano = $2, limit_diem_nano = $3, limit_period = $4 where id = $1',
      [id, usd, diem, period],
    );
    keys.set(id, { id, usd, diem, period, revoked: false });
  }
  const model = { nowMs: Date.parse(START), posted: 0n, staked: null, keys, spent: new Map(), credited: new Map() };
  return { ...model, holds: [], accountId, holdsMade: new Map(), credits: [], withdrawals: [] };
}

async function play(world: World, now: Step): Promise<void> {
  switch (now.do) {
    case 'credit': {
      const id = newId();
      world.posted += now.amount;
      world.credits.push({ id, amount: now.amount, after: world.posted });
      expect(await give(world, id, now.amount)).toEqual({ balanceAfterNano: world.posted, repeated: false });
      return;
    }
    case 'withdraw':
      return playWithdraw(world, now.amount);
    case 'transfer in':
      return playTransferIn(world, now.amount);
    case 'transfer out':
      return playTransferOut(world);
    case 'stake':
      world.staked = now.amount - 1n;
      return setStake({ accountId: world.accountId, stakedNano: world.staked });
    case 'holds':
      return playHolds(world, now.orders);
    case 'settles':
      return playSettles(world, now.costs);
    case 'wait':
      world.nowMs += now.minutes * 60_000;
      return setTestClock(iso(world));
    case 'credit again': {
      const known = pick(world.credits, now.which);
      if (!known) return;
      expect(await give(world, known.id, known.amount)).toEqual({ balanceAfterNano: known.after, repeated: true });
      return;
    }
    case 'withdraw again': {
      const known = pick(world.withdrawals, now.which);
      if (!known) return;
      expect(await take(world, known.id, known.amount)).toEqual({ balanceAfterNano: known.after, repeated: true });
      return;
    }
    case 'revoke': {
      const key = pick([...world.keys.values()], now.which % 8);
      if (!key || now.which % 8 >= world.keys.size) return;
      key.revoked = true;
      await database().query('update api_key set revoked_at = $2 where id = $1', [key.id, iso(world)]);
      return;
    }
    default: {
      const known = pick(world.holds, now.which);
      if (known) await playOn(world, known, now.do);
    }
  }
}

const give = (world: World, entryId: string, amountNano: bigint) =>
  credit({ entryId, accountId: world.accountId, currency: 'USD', kind: 'TOP_UP', amountNano });

const take = (world: World, entryId: string, amountNano: bigint) =>
  withdraw({ entryId, accountId: world.accountId, amountNano, note: 'paid back' });

/** What is held for requests stays. */
async function playWithdraw(world: World, amountNano: bigint): Promise<void> {
  const id = newId();
  if (amountNano > available(world, null).accountUsd) {
    await expect(take(world, id, amountNano)).rejects.toMatchObject({ code: 'CONFLICT' });
    return;
  }
  world.posted -= amountNano;
  world.withdrawals.push({ id, amount: amountNano, after: world.posted });
  expect(await take(world, id, amountNano)).toEqual({ balanceAfterNano: world.posted, repeated: false });
}

const move = (transferId: string, fromAccountId: string, toAccountId: string) =>
  database().transaction((within) =>
    transferBalance({ transferId, fromAccountId, toAccountId, noteFrom: 'out', noteTo: 'in' }, within),
  );

/** All the credit of another account, once. */
async function playTransferIn(world: World, amountNano: bigint): Promise<void> {
  const other = await createTestAccount();
  await credit({ entryId: newId(), accountId: other, currency: 'USD', kind: 'TOP_UP', amountNano });
  world.posted += amountNano;
  expect(await move(other, other, world.accountId)).toBe(amountNano);
  expect(await move(other, other, world.accountId)).toBe(amountNano);
  expect(await findBalance(other)).toMatchObject({ usdNano: 0n });
}

/** All its credit, unless requests are being paid from it. */
async function playTransferOut(world: World): Promise<void> {
  const other = await createTestAccount();
  const moved = move(newId(), world.accountId, other);
  if (world.holds.some((known) => known.state === 'open' && known.expiresMs > world.nowMs)) {
    await expect(moved).rejects.toMatchObject({ code: 'CONFLICT' });
    return;
  }
  expect(await moved).toBe(world.posted);
  expect(await findBalance(other)).toMatchObject({ usdNano: world.posted });
  world.posted = 0n;
}

/** All orders in one turn of the event loop, so that they are sent to the database in one call. */
async function playHolds(world: World, orders: Wanted[]): Promise<void> {
  const keyIds = [null, ...world.keys.keys()];
  const asked: HoldRequest[] = orders.map(({ key, maximum, part }) => ({
    id: newId(),
    accountId: world.accountId,
    keyId: pick(keyIds, key) ?? null,
    maximumNano: maximum,
    minimumNano: (maximum * part) / 4n,
    ttlSeconds: 600,
  }));
  const expected = asked.map((order) => modelHold(world, order));
  const results = await Promise.allSettled(asked.map((order) => hold(order)));
  results.forEach((result, index) => {
    const known = expected[index];
    if (typeof known === 'string' || known === undefined) {
      expect(result.status === 'rejected' && isApiError(result.reason) && result.reason.code).toBe(known);
      return;
    }
    if (result.status === 'rejected') throw result.reason;
    expect(result.value).toMatchObject({
      currency: known.currency,
      heldNano: known.held,
      windowDay: known.day,
      balanceBefore: { usdNano: known.usdBefore, diemNano: known.diemBefore },
    });
    world.holdsMade.set(known, result.value);
  });
}

async function playSettles(world: World, costs: { which: number; cost: bigint }[]): Promise<void> {
  const chosen = new Map<ModelHold, bigint>();
  for (const { which: index, cost } of costs) {
    const known = pick(world.holds, index);
    if (known && (known.state === 'open' || known.state === 'lost')) chosen.set(known, cost);
  }
  const settles = [...chosen].map(([known, cost]) => ({ known, cost }));
  const answers = settles.map(({ known, cost }) => settleIt(world, known, cost));
  modelSettles(world, settles);
  for (const [index, receipt] of (await Promise.all(answers)).entries()) {
    expect(receipt).toMatchObject(settles[index]?.known.receipt ?? {});
  }
}

function settleIt(world: World, known: ModelHold, cost: bigint) {
  const made = world.holdsMade.get(known);
  if (!made) throw new Error('This hold was never made.');
  return settle({ hold: made, bill: testBill(cost), record: testRecord() });
}

async function playOn(world: World, known: ModelHold, verb: 'release' | 'lose' | 'hold again' | 'settle again') {
  const live = known.state === 'open' && known.expiresMs > world.nowMs;
  if (verb === 'release') {
    await release({ holdId: known.order.id });
    if (known.state === 'open') known.state = 'released';
  } else if (verb === 'lose') {
    if (known.state !== 'open') return;
    known.state = 'lost';
    await database().query('delete from ledger_hold where id = $1', [known.order.id]);
  } else if (verb === 'hold again') {
    if (live) expect(await hold(known.order)).toEqual(world.holdsMade.get(known));
    else if (known.state !== 'lost') await expect(hold(known.order)).rejects.toThrow('has ended');
  } else if (known.receipt) {
    expect(await settleIt(world, known, 7n)).toMatchObject(known.receipt);
  } else if (known.state === 'released') {
    await expect(settleIt(world, known, 7n)).rejects.toThrow('released');
  }
}

async function expectAvailable(world: World): Promise<void> {
  for (const keyId of [null, ...world.keys.keys()]) {
    const { usd: usdNano, diem: diemNano } = available(world, keyId);
    expect(await findBalance(world.accountId, keyId)).toEqual({ usdNano, diemNano, stakedNano: world.staked });
  }
}

const limit = fc.option(fc.bigInt(0n, 1500n));
const histories = fc.asyncProperty(
  fc.array(fc.tuple(limit, limit), { minLength: 2, maxLength: 2 }),
  fc.constantFrom<ModelKey['period']>('EPOCH', 'MONTH', 'LIFETIME'),
  fc.array(step, { minLength: 5, maxLength: 40 }),
  async (limits, period, steps) => {
    // The clock goes back for a new history: holds that had expired in the last one must not become live again.
    await database().query('delete from ledger_hold');
    await setTestClock(START);
    // Two accounts, whose orders are sent to the database in the same calls.
    const worlds = [await newWorld(limits, period), await newWorld([[null, null]], period)];
    for (const now of steps) {
      await Promise.all(worlds.map((world) => play(world, now)));
      for (const world of worlds) await expectAvailable(world);
    }
    expect((await verifyLedger()).findings).toEqual([]);
  },
);

/** A charge above an expired hold is sent with one within its own, and before it: the other comes first all the same. */
const ABOVE_AND_WITHIN: [[null, null][], ModelKey['period'], Step[]] = [
  [
    [null, null],
    [null, null],
  ],
  'EPOCH',
  [
    { do: 'holds', orders: Array.from({ length: 2 }, () => ({ key: 0, maximum: 0n, part: 0n })) },
    { do: 'credit', amount: 1n },
    { do: 'wait', minutes: 150 },
    {
      do: 'settles',
      costs: [
        { which: 1, cost: 1n },
        { which: 0, cost: 0n },
      ],
    },
  ],
];
const runHistories = () => fc.assert(histories, { numRuns: HISTORIES, examples: [ABOVE_AND_WITHIN] });

describe('random histories preserve every invariant', () => {
  let opened: Database;
  let server: TestPostgres | undefined;

  describe('embedded', () => {
    beforeAll(async () => {
      opened = await openTestDatabase();
      await installTestClock(START);
    });
    afterAll(() => opened.close());
    it('as the model says', runHistories, 600_000);
  });

  describe('PostgreSQL', () => {
    beforeAll(async () => {
      server = await startPostgres();
      opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
      await installTestClock(START);
    });
    afterAll(async () => {
      await opened.close();
      await server?.stop();
    });
    it('as the model says', runHistories, 600_000);
  });
});
