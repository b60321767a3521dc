import { processState } from '../../platform/process-state';

/**
 * Runs the tasks of an account one after another, in the order of the calls. A failure of one does not affect the next.
 */
export function serialize<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const ends = processState('billing.analytics.turns', () => new Map<string, Promise<void>>());
  const result = (ends.get(accountId) ?? Promise.resolve()).then(work);
  const cleanUp = () => {
    if (ends.get(accountId) === end) ends.delete(accountId);
  };
  const end = result.then(cleanUp, cleanUp);
  ends.set(accountId, end);
  return result;
}
