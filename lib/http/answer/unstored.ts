const BRAND = Symbol.for('farebox.Unstored');

/** A JSON object that is sent and never stored. */
export type Unstored = { json: object };

/**
 * Makes an answer that is not kept for repeats with the same `Idempotency-Key`, because it has what must not be stored.
 * A repeat is a 409, and is not charged again.
 */
export function unstored(json: object): Unstored {
  return Object.assign({ json }, { [BRAND]: true });
}

/** Whether a run returned an object that must not be stored. */
export function isUnstored(result: object): result is Unstored {
  return BRAND in result;
}
