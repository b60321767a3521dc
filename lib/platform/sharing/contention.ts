/** Which running job of a resource yields its slot to accounts that have used less. */

/** How much less running time another account must have used for a job to yield to it, ms. */
export type YieldMargins = {
  /** An account that waits. */
  waitingMs: number;
  /** Added to `waitingMs` for an account that has not used far less. */
  extraMs: number;
  /** An account that runs at the same time. Default: `waitingMs`. */
  runningMs?: number;
};

/**
 * Whether accounts that have used less compete with a job: `waiting` if this job is the one that should yield its slot
 * to some that wait, `running` if some run at the same time.
 *
 * To an account that has used far less (a quarter, or next to nothing), the job that began last yields. The job that
 * began first never does, so that it finishes, however many arrive. To other accounts, the job of the account that has
 * used the most yields.
 */
export type Contention = { waiting: boolean; running: boolean };

/** An account as its competitors see it. */
export type Competitor = {
  /** Recent running time, ms. */
  usedMs: number;
  /** When the first of its running jobs began, on any scale; infinity if none runs. */
  beganAt: number;
  /** Whether one of its jobs waits and may run as soon as a slot is free. */
  isWaiting: boolean;
};

/** An account that has used at most this share of another one's time has used far less. */
const FAR_LESS = 0.25;

/**
 * How one account competes with others.
 * @param slots of the resource; if there is only one, its job is both the first and the last that began
 */
export function contentionOf(
  own: Omit<Competitor, 'isWaiting'>,
  others: Iterable<Competitor>,
  slots: number,
  { waitingMs, extraMs, runningMs = waitingMs }: YieldMargins,
): Contention {
  const count = { farBelow: 0, below: 0, later: 0, earlier: 0, above: 0, running: 0 };
  for (const { usedMs, beganAt, isWaiting } of others) {
    if (Number.isFinite(beganAt)) {
      if (beganAt < own.beganAt) count.earlier += 1;
      else if (usedMs >= waitingMs) count.later += 1;
      if (usedMs > own.usedMs) count.above += 1;
      if (usedMs + runningMs <= own.usedMs) count.running += 1;
    }
    if (!isWaiting) continue;
    const isFarBelow = usedMs + waitingMs <= own.usedMs && usedMs <= Math.max(waitingMs, FAR_LESS * own.usedMs);
    if (isFarBelow && slots > 1) count.farBelow += 1;
    else if (usedMs + waitingMs + extraMs <= own.usedMs) count.below += 1;
  }
  const shouldYield = (count.earlier > 0 && count.farBelow > count.later) || count.below > count.above;
  return { waiting: shouldYield, running: count.running > 0 };
}
