import { newOrderedId } from '../core/ids';

/** So many hex digits of a request's id end the id of its hold: 60 bits. */
const DIGITS = 15;

/**
 * The id for a request's hold: a UUID (version 7) that begins with its time and ends as the request's id does, so that the
 * hold of a request is found by it.
 * @param requestId sixteen hex digits, and what follows them (docs/api-rules.md, "Request IDs")
 * @param nowMs milliseconds since 1970
 */
export function newHoldId(requestId: string, nowMs: number): string {
  const end = endOfHoldId(requestId);
  return newOrderedId(nowMs).slice(0, -end.length) + end;
}

/** How the id of a request's hold ends. */
export function endOfHoldId(requestId: string): string {
  const digits = requestId.slice(1, 1 + DIGITS);
  return `${digits.slice(0, 3)}-${digits.slice(3)}`;
}
