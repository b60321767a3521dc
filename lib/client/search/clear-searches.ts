import { namesOf } from './store';

/** Removes every search of an account from this browser and this tab. Never throws. */
export function clearSearches(accountId: string): void {
  const { answers, pages, searches } = namesOf(accountId);
  try {
    for (const name of [answers, pages]) sessionStorage.removeItem(name);
    localStorage.removeItem(searches);
  } catch {
    // A browser that refuses has stored nothing either.
  }
}
