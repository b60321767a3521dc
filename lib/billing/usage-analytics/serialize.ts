import { processState } from '../../platform/process-state';

/**
 * Does one work of an account after the other, in the order in which they were asked for. What one of them throws is
 * nothing to the next.
 */
export function serialize<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const ends = processState('billing.analytics.turns', () => new Map<string, Promise<void>>());
  const made = (ends.get(accountId) ?? Promise.resolve()).then(work);
  const leave = () => {
    if (ends.get(accountId) === end) ends.delete(accountId);
  };
  const end = made.then(leave, leave);
  ends.set(accountId, end);
  return made;
}
