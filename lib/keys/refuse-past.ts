import { invalidField } from '../core/errors';
import { clock } from '../platform/clock';

/**
 * Refuses an expiry that is not in the future; null and undefined mean never.
 * @throws ApiError INVALID_REQUEST naming `expiresAt`
 */
export function refusePast(expiresAt: Date | null | undefined): void {
  if (expiresAt && expiresAt.getTime() <= clock.now()) throw invalidField(['expiresAt'], 'Must be in the future');
}
