import { invalidField } from '../../core/errors';
import type { RequestPosition } from '../../ledger/read/history/list-requests';

/**
 * Microseconds up to the year 5138, and the text that orders rows of the same microsecond: a request ID, possibly with
 * `!`.
 */
const CURSOR_FORMAT = /^(\d{1,17}) ([0-9A-Za-z!-]{0,100})$/;

/**
 * Encodes a position as an opaque text of `[A-Za-z0-9_-]`. It contains no filter and grants no access: the session
 * determines whose rows are read, and the query which ones.
 */
export function encodeCursor({ micros, order }: RequestPosition): string {
  return Buffer.from(`${micros} ${order}`).toString('base64url');
}

/**
 * Decodes a cursor of `encodeCursor`.
 * @throws ApiError INVALID_REQUEST naming `cursor`
 */
export function decodeCursor(cursor: string): RequestPosition {
  const [, micros = '', order = ''] = CURSOR_FORMAT.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (micros === '') throw invalidField(['cursor'], 'Must be a nextCursor of this endpoint');
  return { micros: BigInt(micros), order };
}
