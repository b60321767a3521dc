import { fetchReceipt } from '../chat/receipts';
import type { Shelf } from './keep';
import { readIndexed, sendRead, sendSearch } from './send-paid';
import { openSearches, type SearchStore } from './store';

/** One store per account, so that a search goes on when the page is left. */
const stores = new Map<string, SearchStore>();

/** The searches of an account in this tab; opened on first use. For the browser only. */
export function browserSearches(accountId: string): SearchStore {
  const known = stores.get(accountId);
  if (known) return known;
  const store = openSearches({
    accountId,
    tab: allowed(() => sessionStorage),
    browser: allowed(() => localStorage),
    search: sendSearch,
    read: sendRead,
    readIndexed,
    receipt: fetchReceipt,
  });
  stores.set(accountId, store);
  return store;
}

/** Browsers that block storage throw on its very name. */
function allowed(storage: () => Storage): Shelf {
  try {
    return storage();
  } catch {
    return null;
  }
}
