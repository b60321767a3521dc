import type { Currency, HoldRequest, Receipt } from '../types';

/** A key's limits in the model; null means no limit. */
export type ModelKey = {
  id: string;
  usd: bigint | null;
  diem: bigint | null;
  period: 'EPOCH' | 'MONTH' | 'LIFETIME';
  revoked: boolean;
};

/** A hold in the model. `lost`: the database lost it in a crash. */
export type ModelHold = {
  order: HoldRequest;
  currency: Currency;
  held: bigint;
  usdBefore: bigint;
  diemBefore: bigint;
  day: string;
  expiresMs: number;
  state: 'open' | 'released' | 'settled' | 'lost';
  receipt?: Pick<Receipt, 'chargedNano' | 'absorbedNano' | 'balanceAfterNano'>;
};

/**
 * A second implementation of the rules of holds and charges (docs/architecture.md, "Hold, settle, release"), in memory
 * and one order after another: the expected results, however orders are batched.
 */
export type Model = {
  nowMs: number;
  posted: bigint;
  /** Null if nothing was ever staked. */
  staked: bigint | null;
  keys: Map<string, ModelKey>;
  /** `subject|currency|day` → charged. */
  spent: Map<string, bigint>;
  /** DIEM credited, by day. */
  credited: Map<string, bigint>;
  holds: ModelHold[];
};

/** The UTC day of an instant. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const atLeastZero = (n: bigint) => (n > 0n ? n : 0n);
const least = (...numbers: (bigint | null)[]) => numbers.filter((n) => n !== null).reduce((a, b) => (a < b ? a : b));
const most = (...numbers: bigint[]) => numbers.reduce((a, b) => (a > b ? a : b));
const sum = (holds: ModelHold[]) => holds.reduce((total, { held }) => total + held, 0n);

const spentOf = (model: Model, subject: string, currency: Currency, day: string) =>
  model.spent.get(`${subject}|${currency}|${day}`) ?? 0n;
const isLive = (model: Model) => (known: ModelHold) => known.state === 'open' && known.expiresMs > model.nowMs;

/** Whether two days count together against a key's limit. */
function sameWindow(period: ModelKey['period'], one: string, other: string): boolean {
  const digits = { EPOCH: 10, MONTH: 7, LIFETIME: 0 }[period];
  return one.slice(0, digits) === other.slice(0, digits);
}

/** What is left of a key's limit in the window of a day; null without a limit. */
function keyAvailable(model: Model, keyId: string | null, currency: Currency, day: string): bigint | null {
  const key = keyId === null ? undefined : model.keys.get(keyId);
  const limit = currency === 'USD' ? key?.usd : key?.diem;
  if (limit === null || limit === undefined || !key) return null;
  const held = model.holds.filter(
    (one) =>
      isLive(model)(one) &&
      one.order.keyId === keyId &&
      one.currency === currency &&
      sameWindow(key.period, one.day, day),
  );
  const charged = [...model.spent].reduce((total, [name, nano]) => {
    const [subject, of, on = ''] = name.split('|');
    return subject === keyId && of === currency && sameWindow(key.period, on, day) ? total + nano : total;
  }, 0n);
  return atLeastZero(limit - charged - sum(held));
}

/** What account and key may spend now. */
export function available(
  model: Model,
  keyId: string | null,
): { usd: bigint; diem: bigint; accountUsd: bigint; accountDiem: bigint } {
  const today = dayOf(model.nowMs);
  const live = model.holds.filter(isLive(model));
  const liveDiem = live.filter(({ currency, day }) => currency === 'DIEM' && day === today);
  const accountUsd = atLeastZero(model.posted - sum(live.filter(({ currency }) => currency === 'USD')));
  const staked = model.staked ?? 0n;
  const accountDiem = atLeastZero(staked - spentOf(model, 'account', 'DIEM', today) - sum(liveDiem));
  const key = keyId === null ? undefined : model.keys.get(keyId);
  const left = (currency: Currency) => (key?.revoked ? 0n : keyAvailable(model, keyId, currency, today));
  return {
    usd: least(accountUsd, left('USD')),
    diem: least(accountDiem, left('DIEM')),
    accountUsd,
    accountDiem,
  };
}

/** Applies a new hold. @returns it, or the code of its refusal */
export function modelHold(model: Model, order: HoldRequest): ModelHold | string {
  const { usd, diem, accountUsd, accountDiem } = available(model, order.keyId);
  if (order.keyId !== null && model.keys.get(order.keyId)?.revoked !== false) return 'AUTHENTICATION_FAILED';
  const carriesDiem = (model.staked ?? 0n) > 0n && diem >= order.maximumNano;
  const currency = carriesDiem ? 'DIEM' : usd >= order.maximumNano || usd >= diem ? 'USD' : 'DIEM';
  const held = least(currency === 'DIEM' ? diem : usd, order.maximumNano);
  if (held < order.minimumNano) {
    if (accountUsd >= order.minimumNano) return 'API_KEY_USD_SPEND_LIMIT_EXCEEDED';
    return accountDiem >= order.minimumNano ? 'API_KEY_DIEM_SPEND_LIMIT_EXCEEDED' : 'INSUFFICIENT_BALANCE';
  }
  const known: ModelHold = {
    order,
    currency,
    held,
    usdBefore: usd,
    diemBefore: diem,
    day: dayOf(model.nowMs),
    expiresMs: model.nowMs + order.ttlSeconds * 1000,
    state: 'open',
  };
  model.holds.push(known);
  return known;
}

/**
 * Applies settles that are sent together, in the ledger's order: those within their live hold first, then those in USD up
 * to what an expired or lost hold held, then the others.
 */
export function modelSettles(model: Model, settles: { known: ModelHold; cost: bigint }[]): void {
  const today = dayOf(model.nowMs);
  const fits = ({ known, cost }: { known: ModelHold; cost: bigint }) =>
    isLive(model)(known) && cost <= known.held && (known.currency === 'USD' || known.day === today);
  const fitting = settles.filter(fits);
  // If the stake was lowered below today's holds: one after another.
  const heldDiem = sum(fitting.map(({ known }) => known).filter(({ currency }) => currency === 'DIEM'));
  const credit = most(model.staked ?? 0n, model.credited.get(today) ?? 0n);
  const carried = heldDiem <= credit - spentOf(model, 'account', 'DIEM', today);
  const first = fitting.filter(({ known }) => known.currency === 'USD' || carried);
  const rest = settles.filter((other) => !first.includes(other));
  const isUpToHeld = ({ known, cost }: { known: ModelHold; cost: bigint }) =>
    known.currency === 'USD' && cost <= known.held;
  const ordered = [...first, ...rest.filter(isUpToHeld), ...rest.filter((other) => !isUpToHeld(other))];
  for (const { known, cost } of ordered) modelSettle(model, known, cost);
}

function modelSettle(model: Model, known: ModelHold, cost: bigint): void {
  const { currency, day, order } = known;
  const today = dayOf(model.nowMs);
  const own = isLive(model)(known) ? known.held : 0n;
  const seen = known.state === 'lost' ? known.held : most(known.diemBefore, known.held);
  known.state = 'settled';
  const others = model.holds.filter(
    (one) => isLive(model)(one) && one.currency === currency && (currency === 'USD' || one.day === day),
  );
  let there = model.posted;
  let free = model.posted - sum(others);
  const spent = spentOf(model, 'account', 'DIEM', day);
  if (currency === 'DIEM') {
    const staked = model.staked ?? 0n;
    const credited = model.credited.get(day);
    there = most((day === today ? most(staked, credited ?? 0n) : (credited ?? seen)) - spent, own);
    free = (day === today ? staked - spent : there) - sum(others);
  }
  const within = least(cost, there, most(free, own, 0n));
  const charged =
    within > own ? least(within, most(own, keyAvailable(model, order.keyId, currency, day) ?? within)) : within;
  if (charged > 0n) {
    const add = (subject: string) =>
      model.spent.set(`${subject}|${currency}|${day}`, spentOf(model, subject, currency, day) + charged);
    if (order.keyId !== null) add(order.keyId);
    if (currency === 'USD') model.posted -= charged;
    else {
      add('account');
      model.credited.set(day, most(model.credited.get(day) ?? 0n, spent + there));
    }
  }
  const after = available(model, null);
  known.receipt = {
    chargedNano: charged,
    absorbedNano: cost - charged,
    balanceAfterNano: currency === 'USD' ? after.accountUsd : after.accountDiem,
  };
}
