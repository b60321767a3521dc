import { divideUp } from '../../core/money';
import type { Bill, BillLine } from '../../ledger/types';
import { unitsPerRate, type LineKind } from './kinds';

/** Femto-USD in one nano-USD: a token at the smallest rate costs a millionth of a nano-USD. */
const FEMTO_PER_NANO = 1_000_000n;
/** The reliable digits of a number: beyond them, 2.007 × 1,000 is 2,007.0000000000002. */
const SURE_DIGITS = 15;

/**
 * One priced part of a request, not yet rounded. Parts of several families (tokens, searches) go into one bill, so that
 * a request is rounded only once.
 */
export type BillPart = {
  kind: LineKind;
  /** Natural units: whole, except seconds, which have whole milliseconds. */
  units: number;
  /** Nano-USD per million tokens or characters, else per single unit (`unitsPerRate`). */
  rateNano: bigint;
  /** Exactly units × rate, in femto-USD (10⁻¹⁵). */
  costFemto: bigint;
};

/** A part of whole units: tokens, characters, images, requests. */
export function wholePart(kind: LineKind, units: number | bigint, rateNano: bigint): BillPart {
  const count = typeof units === 'bigint' ? units : wholeUnits(units);
  const femtoPerRate = FEMTO_PER_NANO / BigInt(unitsPerRate(kind));
  return { kind, units: Number(count), rateNano, costFemto: count * rateNano * femtoPerRate };
}

/** A part of seconds at a rate per second, rounded up to whole milliseconds, so that nothing above zero is free. */
export function secondsPart(kind: LineKind, seconds: number, rateNano: bigint): BillPart {
  const milliseconds = wholeUnits(Number((seconds * 1_000).toPrecision(SURE_DIGITS)));
  return {
    kind,
    units: Number(milliseconds) / 1_000,
    rateNano,
    costFemto: milliseconds * rateNano * (FEMTO_PER_NANO / 1_000n),
  };
}

/**
 * The bill of all parts of a request: their exact sum, rounded up once to whole nano-USD. Lines keep the parts' order;
 * parts without units are left out. Lines sum exactly to the cost: each is rounded down and the largest gets the rest.
 * @param estimated whether units were counted here because the upstream reported none
 */
export function billOf(parts: readonly BillPart[], estimated = false): Bill {
  const used = parts.filter((part) => part.units > 0);
  const costNano = maximumNano(used);
  const lines = used.map(({ kind, units, rateNano, costFemto }) => ({
    kind,
    units,
    rateNano,
    costNano: costFemto / FEMTO_PER_NANO,
  }));
  giveRestToLargest(lines, costNano);
  return { costNano, lines, estimated };
}

/** Parts of several upstream requests: those of the same kind and rate as one, in the order in which they first come. */
export function joinParts(parts: readonly BillPart[]): BillPart[] {
  const joined: BillPart[] = [];
  for (const part of parts) {
    const same = joined.findIndex(({ kind, rateNano }) => kind === part.kind && rateNano === part.rateNano);
    const known = joined[same];
    if (known === undefined) joined.push(part);
    else joined[same] = { ...known, units: known.units + part.units, costFemto: known.costFemto + part.costFemto };
  }
  return joined;
}

/**
 * The amount to hold for the maximum usage of a request, in nano-USD: never below the `billOf` of parts that are each
 * no larger than these.
 */
export function maximumNano(parts: readonly BillPart[]): bigint {
  return divideUp(
    parts.reduce((sum, part) => sum + part.costFemto, 0n),
    FEMTO_PER_NANO,
  );
}

/**
 * Units as a bigint; an upstream's invalid value (negative, fractional, not a number) never lowers or breaks a bill.
 */
export function wholeUnits(units: number | undefined): bigint {
  if (units === undefined || !(units > 0)) return 0n;
  return BigInt(Math.min(Math.ceil(units), Number.MAX_SAFE_INTEGER));
}

function giveRestToLargest(lines: BillLine[], costNano: bigint): void {
  const rest = lines.reduce((left, line) => left - line.costNano, costNano);
  const largest = lines.reduce<BillLine | undefined>(
    (best, line) => (best === undefined || line.costNano > best.costNano ? line : best),
    undefined,
  );
  if (largest) largest.costNano += rest;
}
