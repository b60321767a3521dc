import type { Question } from '../windows/order';

/** Redis key prefixes of a subject's failures, and of its ban. */
export const FAILURES = 'farebox:failures:';
export const CLOSED = 'farebox:closed:';

/** The name of an account's and model's window in Redis. */
export function subjectKey({ accountId, modelId }: Pick<Question, 'accountId' | 'modelId'>): string {
  return `farebox:limit:${accountId}:${modelId}`;
}
