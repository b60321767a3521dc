import { clock } from '../platform/clock';
import { letWait } from './waiting';
import type { FailedRequest } from './write';

/** So much of a text is kept, characters. */
const MAX_CHARACTERS = 500;
const SCANNED_CHARACTERS = 4 * MAX_CHARACTERS;

/**
 * Notes a request that failed just now, for its account's usage page and, where the fault is ours, for the owner. Costs
 * the request nothing: what is noted waits in memory, bounded, and is written at most once a second. Never throws.
 */
export function noteFailedRequest(request: Omit<FailedRequest, 'id' | 'atMs'>): void {
  const { message, cause } = request;
  letWait({ ...request, message: shortened(message), cause: cause && shortened(cause), atMs: clock.now() });
}

/** The database refuses U+0000, and a list wants one line. */
function shortened(text: string): string {
  // Cut first: what is cut off is not looked at, and not kept alive by what remains of it.
  const start = text.length > SCANNED_CHARACTERS ? Buffer.from(text.slice(0, SCANNED_CHARACTERS)).toString() : text;
  const line = start.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS - 1)}…` : line;
}
