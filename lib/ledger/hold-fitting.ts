import { clock } from '../platform/clock';
import { arrayLiteral } from '../platform/database/array-literal';
import { database } from '../platform/db';
import { processState } from '../platform/process-state';
import type { Currency, HoldRequest } from './types';

/** The largest amount that a PostgreSQL bigint can hold. */
export const MAX_BIGINT = 2n ** 63n - 1n;

/** How long an account whose hold did not fit is left to the general call. */
const UNFIT_MS = 10_000;
/** Accounts that are remembered for this, at most. */
const MAX_UNFIT = 10_000;

/** What became of a request for a hold. */
export type Held = {
  refusal: 'BLOCKED' | 'KEY' | 'INSUFFICIENT' | 'KEY_USD' | 'KEY_DIEM' | 'CONFLICT' | 'ENDED' | null;
  currency: Currency;
  held: bigint | null;
  /** What account and key could spend before. */
  usd: bigint | null;
  diem: bigint | null;
  day: string;
};

/** An account or one of its pairs with a key: its index, from 1, and the sum of its requests so far. */
type Sum = { index: number; totalNano: bigint };

type Pair = Sum & { owner: Sum; accountId: string; keyId: string | null };

/** A request with the sums of those before it. */
type Order = { request: HoldRequest; pair: Pair; accountBeforeNano: bigint; pairBeforeNano: bigint };

/** What accounts and keys could spend before the call, by pair. */
type Available = {
  account: string[] | null;
  key: (string | null)[] | null;
  day: string | null;
  unfit: number[] | null;
};

/** Until when holds of these accounts are expected not to fit, milliseconds since 1970. */
export const unfitUntil = (): Map<string, number> =>
  processState('ledger.unfit-until', () => new Map<string, number>());

/** Whether a hold of this account probably fits. One that does not would send all others of its call to the general one. */
export function probablyFits(accountId: string): boolean {
  const untilMs = unfitUntil().get(accountId);
  return untilMs === undefined || untilMs <= clock.now();
}

/**
 * Places holds together that are in USD and for their maximum, as nearly all are: the sums that the database would have to
 * make are made here.
 * @returns null if one of them does not fit; then nothing has changed
 */
export async function holdFitting(requests: readonly HoldRequest[]): Promise<Held[] | null> {
  if (new Set(requests.map(({ id }) => id)).size < requests.length) return null;
  const accounts = new Map<string, Sum>();
  const pairs = new Map<string, Pair>();
  const orders = requests.map((request) => addUp(request, accounts, pairs));
  const pairList = [...pairs.values()];
  const totals = [...accounts.values()];
  if (totals.some(({ totalNano }) => totalNano > MAX_BIGINT)) return null;
  const [found] = await database().money.query<Available>(
    `select account_usd::text[] as account, key_usd::text[] as key, day::text, unfit from ledger_hold_usd($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      arrayLiteral([...accounts.keys()]),
      arrayLiteral(totals.map(({ totalNano }) => totalNano)),
      ...pairColumns(pairList),
      ...orderColumns(orders),
    ],
    { name: 'ledger_hold_usd' },
  );
  for (const index of found?.unfit ?? []) rememberUnfit(pairList[index - 1]?.accountId);
  if (!found?.account || !found.key || found.day === null) return null;
  const { day } = found;
  const byAccount = found.account.map(BigInt);
  const byKey = found.key.map((nano) => (nano === null ? null : BigInt(nano)));
  return orders.map(({ request, pair, accountBeforeNano, pairBeforeNano }) => {
    const accountNano = (byAccount[pair.index - 1] ?? 0n) - accountBeforeNano;
    const limited = byKey[pair.index - 1] ?? null;
    const keyNano = limited === null ? accountNano : limited - pairBeforeNano;
    const usd = keyNano < accountNano ? keyNano : accountNano;
    return { refusal: null, currency: 'USD', held: request.maximumNano, usd, diem: 0n, day };
  });
}

function rememberUnfit(accountId: string | undefined): void {
  if (accountId === undefined) return;
  const until = unfitUntil();
  // The newest last, so that the first one is the oldest.
  until.delete(accountId);
  until.set(accountId, clock.now() + UNFIT_MS);
  for (const oldest of until.keys()) {
    if (until.size <= MAX_UNFIT) break;
    until.delete(oldest);
  }
}

function addUp(request: HoldRequest, accounts: Map<string, Sum>, pairs: Map<string, Pair>): Order {
  const { accountId, keyId, maximumNano } = request;
  const owner = accounts.get(accountId) ?? { index: accounts.size + 1, totalNano: 0n };
  accounts.set(accountId, owner);
  const name = `${accountId} ${keyId}`;
  const pair = pairs.get(name) ?? { index: pairs.size + 1, totalNano: 0n, owner, accountId, keyId };
  pairs.set(name, pair);
  const order = { request, pair, accountBeforeNano: owner.totalNano, pairBeforeNano: pair.totalNano };
  owner.totalNano += maximumNano;
  pair.totalNano += maximumNano;
  return order;
}

function pairColumns(pairs: readonly Pair[]): string[] {
  return [
    arrayLiteral(pairs.map(({ owner }) => owner.index)),
    arrayLiteral(pairs.map(({ keyId }) => keyId)),
    arrayLiteral(pairs.map(({ totalNano }) => totalNano)),
  ];
}

function orderColumns(orders: readonly Order[]): string[] {
  const column = (pick: (order: Order) => string | bigint | number) => arrayLiteral(orders.map(pick));
  return [
    column(({ request }) => request.id),
    column(({ pair }) => pair.index),
    column(({ request }) => request.maximumNano),
    column(({ accountBeforeNano }) => accountBeforeNano),
    column(({ pairBeforeNano }) => pairBeforeNano),
    column(({ request }) => request.ttlSeconds),
  ];
}
