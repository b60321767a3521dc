/**
 * `npm run bench -- ledger`: the cost of the ledger compared with the bare database statement in the same run: charges
 * (hold and settle) at a concurrency of 1, 32, and 256, sets of 100, commits and flushes per request, and what holds
 * would cost if they were placed one by one; alternately on the embedded database and on PostgreSQL, medians of several
 * rounds. At the end the ledger is audited; the bench fails if it does not add up, and never because of a slow result.
 * Prints Markdown and one line of JSON.
 */
import { parseUsd } from '../lib/core/money';
import { verifyLedger } from '../lib/ledger/verify/verify-ledger';
import { makeBareTables } from './ledger/bare';
import { measureOneByOne } from './ledger/one-by-one';
import { measureBare, measureCharge, measureSets, settled } from './ledger/measure';
import { COST_NANO, makePayers, type Payers } from './ledger/payers';
import { openEmbedded, openServer, type BenchDatabase } from './ledger/databases';
import { type Audit, type EffortRow, printReport, type Results } from './ledger/report';

const ROUNDS = 5;
const MANY = 1_000;
const CONCURRENT = [1, 32, 256];
/** The duration of one measurement: long compared with a flush, short compared with other load on the machine. */
const RUN_MS = 400;
const EFFORT_MS = 1_000;

/** A database with its payers, and the requests settled in it. */
type Bench = { database: BenchDatabase; payers: Payers[]; bare: string[]; settled: typeof settled };

const benches = [await prepare(await openEmbedded()), await prepare(await openServer())];
const results: Results = { charges: [], sets: [], oneByOne: [], efforts: [], audits: [] };
for (let round = 0; round <= ROUNDS; round += 1) {
  const [charges, sets, oneByOne]: [Results['charges'], Results['sets'], Results['oneByOne']] = [[], [], []];
  for (const bench of benches) {
    charges.push(await workOn(bench, () => measureCharges(bench)));
    sets.push(await workOn(bench, () => measureAllSets(bench)));
    oneByOne.push(await workOn(bench, () => measureAllOneByOne(bench)));
  }
  // The first round warms compiler and plans.
  if (round > 0) results.charges.push(charges.flat());
  if (round > 0) results.sets.push(sets.flat());
  if (round > 0) results.oneByOne.push(oneByOne.flat());
}
for (const bench of benches) results.efforts.push(...(await workOn(bench, () => measureEfforts(bench))));
for (const bench of benches) results.audits.push(await audit(bench));
for (const { database } of benches) await database.close();
printReport(results);
// PGlite leaves timers behind that would keep the process alive for a while.
process.exit(results.audits.every(({ ok }) => ok) ? 0 : 1);

async function prepare(database: BenchDatabase): Promise<Bench> {
  database.use();
  return { database, payers: await makePayers(MANY), bare: await makeBareTables(MANY), settled: { USD: 0, DIEM: 0 } };
}

/** Works on one database, and records what is settled for its audit. */
async function workOn<T>(bench: Bench, work: () => Promise<T>): Promise<T> {
  bench.database.use();
  const before = { ...settled };
  const result = await work();
  bench.settled.USD += settled.USD - before.USD;
  bench.settled.DIEM += settled.DIEM - before.DIEM;
  return result;
}

async function measureCharges({ database, payers, bare }: Bench): Promise<Results['charges'][number]> {
  const rows: Results['charges'][number] = [];
  for (const concurrent of CONCURRENT) {
    for (const set of payers) {
      const bareSpeed = await measureBare(bare.slice(0, set.all.length), concurrent, RUN_MS / 2);
      const ours = await measureCharge(set, concurrent, RUN_MS);
      rows.push({ database: database.name, payers: set.name, concurrent, ours, bare: bareSpeed });
    }
  }
  return rows;
}

async function measureAllSets({ database, payers, bare }: Bench): Promise<Results['sets'][number]> {
  const rows: Results['sets'][number] = [];
  for (const set of payers) {
    rows.push({ database: database.name, payers: set.name, ...(await measureSets(set, bare, RUN_MS)) });
  }
  return rows;
}

async function measureAllOneByOne({ database, payers }: Bench): Promise<Results['oneByOne'][number]> {
  const rows: Results['oneByOne'] = [];
  for (const set of payers) rows.push(await measureOneByOne(database.name, set, RUN_MS / 4));
  return rows.flat();
}

async function measureEfforts({ database, payers: [set] }: Bench): Promise<EffortRow[]> {
  const rows: EffortRow[] = [];
  for (const concurrent of set ? CONCURRENT : []) {
    const before = settled.USD;
    const effort = await database.effortOf(async () => {
      if (set) await measureCharge(set, concurrent, EFFORT_MS);
    });
    const requests = settled.USD - before;
    const perRequest = { commits: effort.commits / requests, flushes: effort.flushes / requests };
    rows.push({ database: database.name, concurrent, ...perRequest });
  }
  return rows;
}

/** The ledger verifies, and what was charged equals the price of what was settled here. */
async function audit({ database, settled }: Bench): Promise<Audit> {
  database.use();
  const { ok, findings, counts, sums } = await verifyLedger();
  for (const finding of findings) console.error(finding);
  const requests = settled.USD + settled.DIEM;
  const { chargedUsd, chargedDiem } = sums;
  const amountsMatch =
    parseUsd(chargedUsd) === COST_NANO * BigInt(settled.USD) &&
    parseUsd(chargedDiem) === COST_NANO * BigInt(settled.DIEM);
  return {
    database: database.name,
    ok: ok && amountsMatch && counts.requests === requests && counts.liveHolds === 0,
    ...{ requests, chargedUsd, chargedDiem },
  };
}
