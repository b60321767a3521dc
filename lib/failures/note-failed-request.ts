import { clock } from '../platform/clock';
import { bufferFailedRequest } from './failure-buffer';
import type { FailedRequest } from './write';

/** How many characters of a text are stored. */
const MAX_CHARACTERS = 500;
const SCANNED_CHARACTERS = 4 * MAX_CHARACTERS;

/**
 * Records a request that just failed, for its account's usage page and, for server-side errors, for the owner. Costs
 * the request nothing: rows are buffered in memory, bounded, and written at most once a second. Never throws.
 */
export function noteFailedRequest(request: Omit<FailedRequest, 'id' | 'atMs'>): void {
  const { message, cause } = request;
  bufferFailedRequest({ ...request, message: shortened(message), cause: cause && shortened(cause), atMs: clock.now() });
}

/** The database rejects U+0000, and a list needs one line. */
function shortened(text: string): string {
  // Cut first, and copy, so that the rest is neither scanned nor kept in memory.
  const start = text.length > SCANNED_CHARACTERS ? Buffer.from(text.slice(0, SCANNED_CHARACTERS)).toString() : text;
  const line = start.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS - 1)}…` : line;
}
