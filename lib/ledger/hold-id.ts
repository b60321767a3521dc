import { newOrderedId } from '../core/ids';

/** How many hex digits of the request's ID are at the end of its hold ID: 60 bits. */
const DIGITS = 15;

/**
 * The id for a request's hold: a UUID (version 7) that begins with its time and ends with the request's ID, so that the
 * hold can be found by its request.
 * @param requestId begins with sixteen hex digits (docs/api-rules.md, "Request IDs")
 * @param nowMs milliseconds since 1970
 */
export function newHoldId(requestId: string, nowMs: number): string {
  const end = endOfHoldId(requestId);
  return newOrderedId(nowMs).slice(0, -end.length) + end;
}

/** The end of the hold ID of a request. */
export function endOfHoldId(requestId: string): string {
  const digits = requestId.slice(1, 1 + DIGITS);
  return `${digits.slice(0, 3)}-${digits.slice(3)}`;
}
