import { hold } from '../../lib/ledger/hold';
import { unfitUntil } from '../../lib/ledger/hold-fitting';
import { settle } from '../../lib/ledger/settle';
import { database } from '../../lib/platform/db';
import { measureCharge, settled } from './measure';
import { billOf, orderOf, type Payers, pick, recordOf } from './payers';

/*
 * What is gained by placing holds as a set (`ledger_hold_usd`, `ledger_hold`): the same work with it and, in turn, without
 * it, with every hold placed by `ledger_hold_one`. The gain must justify the further copies of the rules.
 */

const SETS = [8, 32, 256];
const CHARGES = [8, 32, 256];

/** How many times as long the same work takes if holds are placed one by one. */
export type OneByOneRow = { database: string; payers: string; work: string; ratio: number };

/** @param forMs the duration of one measurement */
export async function measureOneByOne(name: string, payers: Payers, forMs: number): Promise<OneByOneRow[]> {
  const asSet = await measureAll(payers, forMs);
  const oneByOne = await withoutSets(payers, () => measureAll(payers, forMs));
  return oneByOne.map(({ work, ms }, index) => {
    return { database: name, payers: payers.name, work, ratio: ms / (asSet[index]?.ms ?? 0) };
  });
}

async function measureAll(payers: Payers, forMs: number): Promise<{ work: string; ms: number }[]> {
  const all: { work: string; ms: number }[] = [];
  // The first calls plan the statements again.
  for (const size of SETS) await holdSets(payers, size, 0);
  for (const size of SETS) all.push({ work: `holds in sets of ${size}`, ms: await holdSets(payers, size, forMs) });
  for (const concurrent of CHARGES) {
    const { perSecond } = await measureCharge(payers, concurrent, forMs);
    all.push({ work: `charges, ${concurrent} at once`, ms: 1_000 / perSecond });
  }
  return all;
}

/** Milliseconds per hold. At least one set is placed. */
async function holdSets(payers: Payers, size: number, forMs: number): Promise<number> {
  const until = performance.now() + forMs;
  let [spentMs, count] = [0, 0];
  do {
    const orders = Array.from({ length: size }, (_, index) => orderOf(pick(payers.all, count + index)));
    const startedMs = performance.now();
    const holds = await Promise.all(orders.map(hold));
    spentMs += performance.now() - startedMs;
    count += size;
    await Promise.all(holds.map((one) => settle({ hold: one, bill: billOf(), record: recordOf() })));
    for (const { currency } of holds) settled[currency] += 1;
  } while (performance.now() < until);
  return spentMs / count;
}

/** Leaves all holds to `ledger_hold`, and switches its set-wise branch off, while `work` runs. */
async function withoutSets<T>({ all }: Payers, work: () => Promise<T>): Promise<T> {
  const [row] = await database().query<{ text: string }>(`select pg_get_functiondef('ledger_hold'::regproc) as text`);
  const text = row?.text ?? '';
  const changed = text.replace('if cardinality(p_ids) > 1 then', 'if false then');
  if (changed === text) throw new Error('ledger_hold no longer has a set-wise branch.');
  const unfit = unfitUntil();
  for (const { accountId } of all) unfit.set(accountId, Infinity);
  await database().query(changed);
  try {
    return await work();
  } finally {
    await database().query(text);
    unfit.clear();
  }
}
