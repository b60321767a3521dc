import type { WindowQuery } from '../windows/order';

/** Redis key prefixes of a subject's failures, and of its bans. */
export const FAILURES = 'farebox:failures:';
export const BANS = 'farebox:closed:';

/** The name of an account's and model's window in Redis. */
export function subjectKey({ accountId, modelId }: Pick<WindowQuery, 'accountId' | 'modelId'>): string {
  return `farebox:limit:${accountId}:${modelId}`;
}
