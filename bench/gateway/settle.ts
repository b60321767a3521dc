/**
 * The cost of one `settle` in this process on PostgreSQL, 32 at a time, in isolation: the minimum that exact billing
 * adds to a proxy. Measured in a child process that does nothing else.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hold } from '../../lib/ledger/hold';
import { settle } from '../../lib/ledger/settle';
import { createTestAccount, createTestKey } from '../../lib/ledger/testing/test-account';
import type { Charge } from '../../lib/ledger/types';
import { billOf, orderOf, type Payer, recordOf } from '../ledger/payers';
import { openServer } from '../ledger/databases';

const CONCURRENT = 32;
const SETTLES = 12_000;
/** After these, the code is compiled and the statements are planned. */
const WARM_UP_SETTLES = 4_000;
/** More than all of it costs. */
const BALANCE_NANO = 1_000_000_000_000_000n;

const SELF = fileURLToPath(import.meta.url);

if (process.argv[1] === SELF) await runInChild();

/** @returns microseconds of processor time, user and system, of one settle in the process that calls it */
export async function measureSettle(): Promise<number> {
  const args = ['--import', import.meta.resolve('tsx'), SELF];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 120_000 });
  const last = stdout.trim().split('\n').at(-1) ?? '';
  return (JSON.parse(last) as { microseconds: number }).microseconds;
}

async function runInChild(): Promise<void> {
  const database = await openServer();
  database.use();
  const accountId = await createTestAccount(BALANCE_NANO);
  const payer: Payer = { accountId, keyId: await createTestKey(accountId) };
  await settleAll(await makeCharges(payer, WARM_UP_SETTLES));
  const charges = await makeCharges(payer, SETTLES);
  const before = process.cpuUsage();
  await settleAll(charges);
  const { user, system } = process.cpuUsage(before);
  await database.close();
  console.log(JSON.stringify({ bench: 'settle', microseconds: (user + system) / SETTLES, settles: SETTLES }));
}

/** Places holds, and returns the charges to settle. */
async function makeCharges(payer: Payer, count: number): Promise<Charge[]> {
  const charges: Charge[] = [];
  await inLanes(count, async () => {
    charges.push({ hold: await hold(orderOf(payer)), bill: billOf(), record: recordOf() });
  });
  return charges;
}

async function settleAll(charges: Charge[]): Promise<void> {
  await inLanes(charges.length, async (index) => {
    const charge = charges[index];
    if (charge) await settle(charge);
  });
}

/** Keeps this many jobs running until all are done. */
async function inLanes(count: number, job: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await job(next++);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, lane));
}
