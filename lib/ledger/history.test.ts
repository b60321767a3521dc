import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isApiError } from '../core/errors';
import { newId } from '../core/ids';
import { database, type Database } from '../platform/db';
import { openTestDatabase } from '../platform/test-database';
import { credit } from './credit';
import { findBalance } from './find-balance';
import { hold } from './hold';
import { release } from './release';
import { settle } from './settle';
import { createTestAccount } from './test-account';
import type { Hold, HoldOrder, Receipt } from './types';

/** How many random histories are played. */
const HISTORIES = 40 * Number(process.env.FAREBOX_ROUNDS ?? 1);

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

type Step =
  | { do: 'credit'; amount: bigint }
  | { do: 'hold'; maximum: bigint; minimum: bigint }
  | { do: 'settle'; which: number; cost: bigint }
  | { do: 'release' | 'expire' | 'lose' | 'hold again' | 'settle again'; which: number }
  | { do: 'credit again'; which: number };

const amount = fc.bigInt({ min: 1n, max: 1000n });
const which = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('credit' as const), amount }) },
  {
    weight: 6,
    arbitrary: fc
      .record({ do: fc.constant('hold' as const), maximum: amount, part: fc.bigInt({ min: 0n, max: 4n }) })
      .map(({ part, ...rest }) => ({ ...rest, minimum: (rest.maximum * part) / 4n })),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('settle' as const), which, cost: fc.bigInt(0n, 1500n) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('release', 'expire', 'lose', 'hold again', 'settle again', 'credit again'),
      which,
    }),
  },
);

/** The same rules in memory: what the database must say after each step. */
type KnownHold = {
  order: HoldOrder;
  hold: Hold;
  state: 'open' | 'settled' | 'released';
  live: boolean;
  receipt?: Receipt;
};
type World = {
  accountId: string;
  posted: bigint;
  holds: KnownHold[];
  credits: { id: string; amount: bigint; after: bigint }[];
};

const liveSum = (world: World, but?: KnownHold) =>
  world.holds.filter((known) => known.live && known !== but).reduce((sum, known) => sum + known.hold.heldNano, 0n);
const atLeastZero = (n: bigint) => (n > 0n ? n : 0n);
const smallest = (...numbers: bigint[]) => numbers.reduce((a, b) => (a < b ? a : b));
const available = (world: World) => atLeastZero(world.posted - liveSum(world));
const pick = <T>(list: T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

const settleIt = (known: KnownHold, cost: bigint) =>
  settle({
    hold: known.hold,
    bill: { costNano: cost, lines: [{ kind: 'output', units: 1, costNano: cost }], estimated: false },
    record: { requestId: newId(), modelId: 'm', ending: 'completed', firstTokenMs: null, durationMs: 1 },
  });
const change = (text: string, known: KnownHold) => database().query(text, [known.hold.id]);
const give = (world: World, id: string, amountNano: bigint) =>
  credit({ entryId: id, accountId: world.accountId, currency: 'USD', kind: 'TOP_UP', amountNano });

async function play(world: World, now: Step): Promise<void> {
  if (now.do === 'credit') {
    const id = newId();
    world.posted += now.amount;
    world.credits.push({ id, amount: now.amount, after: world.posted });
    expect(await give(world, id, now.amount)).toEqual({ balanceAfterNano: world.posted, repeated: false });
  } else if (now.do === 'credit again') {
    const known = pick(world.credits, now.which);
    if (!known) return;
    expect(await give(world, known.id, known.amount)).toEqual({ balanceAfterNano: known.after, repeated: true });
  } else if (now.do === 'hold') {
    await playHold(world, now.maximum, now.minimum);
  } else {
    const known = pick(world.holds, now.which);
    if (known) await playOn(world, known, now);
  }
}

async function playHold(world: World, maximumNano: bigint, minimumNano: bigint): Promise<void> {
  const order = { id: newId(), accountId: world.accountId, keyId: null, maximumNano, minimumNano, ttlSeconds: 600 };
  const held = smallest(available(world), maximumNano);
  const result = await hold(order).catch((error: unknown) => error);
  if (held < minimumNano) {
    expect(isApiError(result) && result.code).toBe('INSUFFICIENT_BALANCE');
    return;
  }
  expect(result).toMatchObject({ heldNano: held, balanceBefore: { usdNano: available(world) } });
  world.holds.push({ order, hold: result as Hold, state: 'open', live: true });
}

async function playOn(world: World, known: KnownHold, now: Extract<Step, { which: number }>): Promise<void> {
  if (now.do === 'settle' || now.do === 'settle again') {
    const cost = now.do === 'settle' ? now.cost : 7n;
    if (known.state === 'released') {
      await expect(settleIt(known, cost)).rejects.toThrow('released');
      return;
    }
    if (known.receipt) {
      expect(await settleIt(known, cost)).toEqual(known.receipt);
      return;
    }
    const others = liveSum(world, known);
    const own = known.live ? known.hold.heldNano : 0n;
    const room = atLeastZero(world.posted - others);
    const charged = smallest(cost, world.posted, room > own ? room : own);
    world.posted -= charged;
    known.receipt = await settleIt(known, cost);
    known.state = 'settled';
    known.live = false;
    const balanceAfterNano = available(world);
    expect(known.receipt).toMatchObject({ chargedNano: charged, absorbedNano: cost - charged, balanceAfterNano });
  } else if (now.do === 'release') {
    if (known.state === 'open') Object.assign(known, { state: 'released', live: false });
    await release({ holdId: known.hold.id });
    // A lost hold has no row that could remember the release.
    if (!(await change('select 1 from ledger_hold where id = $1', known)).length && !known.receipt)
      known.state = 'open';
  } else if (now.do === 'expire') {
    known.live = false;
    await change("update ledger_hold set expires_at = clock_timestamp() - interval '1 ms' where id = $1", known);
  } else if (now.do === 'lose') {
    if (known.state !== 'open') return;
    known.live = false;
    await change('delete from ledger_hold where id = $1', known);
  } else if (now.do === 'hold again' && known.state === 'open' && known.live) {
    expect(await hold(known.order)).toEqual(known.hold);
  }
}

it('keeps every invariant in random histories', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const world: World = { accountId: await createTestAccount(), posted: 0n, holds: [], credits: [] };
      for (const now of steps) {
        await play(world, now);
        expect((await findBalance(world.accountId)).usdNano).toBe(available(world));
      }
      const [sums] = await database().query(
        `select coalesce((select posted_nano from ledger_balance where account_id = $1), 0) as posted,
           (select coalesce(sum(amount_nano), 0)::bigint from ledger_entry where account_id = $1) as entries,
           (select coalesce(-sum(amount_nano), 0)::bigint from ledger_entry where account_id = $1 and kind = 'CHARGE') as charges,
           (select coalesce(sum(charged_nano), 0)::bigint from usage_record where account_id = $1) as charged,
           (select count(*) from usage_record where account_id = $1) as records`,
        [world.accountId],
      );
      const settled = world.holds.filter((known) => known.receipt);
      expect(sums).toEqual({
        posted: world.posted,
        entries: world.posted,
        charges: settled.reduce((sum, known) => sum + (known.receipt?.chargedNano ?? 0n), 0n),
        charged: settled.reduce((sum, known) => sum + (known.receipt?.chargedNano ?? 0n), 0n),
        records: BigInt(settled.length),
      });
    }),
    { numRuns: HISTORIES },
  );
}, 300_000);
