import { invalidField } from '../core/errors';

/** Allowed values of the header: printable ASCII characters without the space. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The key of a request's `Idempotency-Key` header (docs/api-rules.md, "Idempotency"); null if there is none.
 * @throws ApiError 400 `INVALID_REQUEST` if it is empty, longer than 255 characters, or not visible ASCII
 */
export function readIdempotencyKey(header: string | null): string | null {
  if (header === null || IDEMPOTENCY_KEY.test(header)) return header;
  throw invalidField(['Idempotency-Key'], 'Must be 1 to 255 visible ASCII characters, without spaces');
}
