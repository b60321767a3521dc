/** Which job of a resource gives way, amid its work, to accounts that have used less. */

/** To whom a job gives way: to accounts that have used less running time, ms. */
export type GivesWay = {
  /** So much less, where they wait. */
  lessMs: number;
  /** So much more than `lessMs` where they wait and have not used far less. */
  moreMs: number;
  /** So much less, where they have a slot beside it. Default: `lessMs`. */
  besideMs?: number;
};

/**
 * Of the accounts that have used less than one: whether it is its turn to give way to some of them that wait, and whether
 * some have a slot beside it.
 * To an account that has used far less (a quarter, or next to nothing) whoever began last gives way, and the one that began
 * first never does: it gets to its end, however many come. To others the one that has used most gives way.
 */
export type Contention = { waiting: boolean; running: boolean };

/** An account as its competitors see it. */
export type Competitor = {
  /** Running time lately, ms. */
  usedMs: number;
  /** When the first of its running jobs began, on any scale; infinity where none runs. */
  begun: number;
  /** Whether a job of it waits that may run as soon as a slot is free. */
  isWaiting: boolean;
};

/** An account that has used at most this part of another one's time has used far less. */
const FAR_LESS = 0.25;

/**
 * How one account competes with others.
 * @param slots of the resource: where it has one, whoever has it is both the first and the last that began
 */
export function contentionOf(
  own: Omit<Competitor, 'isWaiting'>,
  others: Iterable<Competitor>,
  slots: number,
  { lessMs, moreMs, besideMs = lessMs }: GivesWay,
): Contention {
  const count = { farLighter: 0, lighter: 0, later: 0, earlier: 0, heavier: 0, running: 0 };
  for (const { usedMs, begun, isWaiting } of others) {
    if (Number.isFinite(begun)) {
      if (begun < own.begun) count.earlier += 1;
      else if (usedMs >= lessMs) count.later += 1;
      if (usedMs > own.usedMs) count.heavier += 1;
      if (usedMs + besideMs <= own.usedMs) count.running += 1;
    }
    if (!isWaiting) continue;
    const isFarLighter = usedMs + lessMs <= own.usedMs && usedMs <= Math.max(lessMs, FAR_LESS * own.usedMs);
    if (isFarLighter && slots > 1) count.farLighter += 1;
    else if (usedMs + lessMs + moreMs <= own.usedMs) count.lighter += 1;
  }
  const isTurn = (count.earlier > 0 && count.farLighter > count.later) || count.lighter > count.heavier;
  return { waiting: isTurn, running: count.running > 0 };
}
