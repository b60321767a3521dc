import type { StoredFailure } from '../../chat/types';

/** The status of a request whose first sending may have been charged (docs/api-rules.md, "Idempotency"). */
const CONFLICT = 409;

/**
 * Whether a failure says by itself that its request costs nothing: the server refused it, or failed before the charge.
 * What this page could not read, or what broke off, may have been charged.
 */
export function isUncharged({ status, code }: Pick<StoredFailure, 'status' | 'code'>): boolean {
  if (code === 'UNREADABLE') return false;
  return status === 200 || (status >= 400 && status !== CONFLICT);
}
