import { newId } from '../../lib/core/ids';
import { setStake } from '../../lib/ledger/stake/set-stake';
import { createTestAccount, createTestKey } from '../../lib/ledger/testing/test-account';
import type { Bill, HoldRequest, UsageRecord } from '../../lib/ledger/types';
import { database } from '../../lib/platform/db';

/** Who pays. */
export type Payer = { accountId: string; keyId: string | null };

/** A set of payers under a name. */
export type Payers = { name: string; all: Payer[] };

const PLENTY_NANO = 1_000_000_000_000_000n;
const HELD_NANO = 1_000_000n;
/** What each request costs. */
export const COST_NANO = 26_400n;

/** Creates the sets that are measured in the database in use. */
export async function makePayers(many: number): Promise<Payers[]> {
  return [
    { name: 'many accounts', all: await times(many, () => makePayer(PLENTY_NANO)) },
    { name: 'one account', all: await times(1, () => makePayer(PLENTY_NANO)) },
    { name: 'many, each with a limited key', all: await times(many, makePayerWithKey) },
    { name: 'one, with a limited key', all: await times(1, makePayerWithKey) },
    { name: 'many, in DIEM', all: await times(many, makePayerWithStake) },
    { name: 'one, in DIEM', all: await times(1, makePayerWithStake) },
  ];
}

/** An order for a hold that the payer can always pay. */
export function orderOf({ accountId, keyId }: Payer): HoldRequest {
  return { id: newId(), accountId, keyId, maximumNano: HELD_NANO, minimumNano: COST_NANO, ttlSeconds: 660 };
}

/** A bill like that of a chat: input and output. */
export function billOf(): Bill {
  return {
    costNano: COST_NANO,
    lines: [
      { kind: 'input', units: 120, rateNano: 150_000_000n, costNano: 18_000n },
      { kind: 'output', units: 14, rateNano: 600_000_000n, costNano: 8_400n },
    ],
    estimated: false,
  };
}

/** The usage row of a request. */
export function recordOf(): UsageRecord {
  const request = { requestId: newId(), modelId: 'bench-model', modelType: 'text' };
  return { ...request, ending: 'completed', status: 200, firstTokenMs: 120, durationMs: 840 };
}

/** Takes the elements in turn. */
export function pick<T>(all: T[], index: number): T {
  const one = all[index % all.length];
  if (one === undefined) throw new Error('There is nothing to pick from.');
  return one;
}

async function makePayer(balanceNano: bigint): Promise<Payer> {
  return { accountId: await createTestAccount(balanceNano), keyId: null };
}

async function makePayerWithKey(): Promise<Payer> {
  const { accountId } = await makePayer(PLENTY_NANO);
  const keyId = await createTestKey(accountId);
  const change = "update api_key set limit_usd_nano = $2, limit_period = 'MONTH' where id = $1";
  await database().query(change, [keyId, PLENTY_NANO]);
  return { accountId, keyId };
}

async function makePayerWithStake(): Promise<Payer> {
  const payer = await makePayer(0n);
  await setStake({ accountId: payer.accountId, stakedNano: PLENTY_NANO });
  return payer;
}

function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, make));
}
