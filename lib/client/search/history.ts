import { isRecord } from '../failure';
import { ENGINES, type Asked, type PastSearch } from './types';
import { MAX_QUERY } from './prices';

/** The most searches that are kept. */
export const MAX_SEARCHES = 100;

/** Whether two searches are the same, and would find the same. */
export function isSame(one: Asked, other: Asked): boolean {
  return one.query === other.query && one.engine === other.engine;
}

/** Adds a search at the top; an earlier one of the same query moves there. */
export function withSearch(searches: readonly PastSearch[], search: PastSearch): PastSearch[] {
  return [search, ...searches.filter((other) => !isSame(other, search))].slice(0, MAX_SEARCHES);
}

/** Puts searches back that were removed, in order of time; one that was repeated since stays as it is. */
export function restored(searches: readonly PastSearch[], removed: readonly PastSearch[]): PastSearch[] {
  const missing = removed.filter((search) => !searches.some((other) => isSame(other, search)));
  return [...searches, ...missing].sort((a, b) => b.at - a.at).slice(0, MAX_SEARCHES);
}

/** Checks a stored history: another version or an extension may have written it. */
export function checkHistory(stored: unknown): PastSearch[] {
  return Array.isArray(stored) ? stored.filter(isPastSearch).slice(0, MAX_SEARCHES) : [];
}

function isPastSearch(value: unknown): value is PastSearch {
  return (
    isRecord(value) &&
    typeof value.query === 'string' &&
    value.query !== '' &&
    value.query.length <= MAX_QUERY &&
    ENGINES.some((engine) => engine === value.engine) &&
    Number.isFinite(value.at) &&
    Number.isFinite(value.found)
  );
}
