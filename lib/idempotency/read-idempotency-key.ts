import { invalidField } from '../core/errors';

/** The bounds of the header: printable characters of ASCII, without the space. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The key of a request's `Idempotency-Key` header (contract 1.4), or null where there is none.
 * @throws ApiError 400 `INVALID_REQUEST` where it is empty, longer than 255 characters, or has others than visible ASCII
 */
export function readIdempotencyKey(header: string | null): string | null {
  if (header === null || IDEMPOTENCY_KEY.test(header)) return header;
  throw invalidField(['Idempotency-Key'], 'Must be 1 to 255 visible ASCII characters, without spaces');
}
