import { apiFailure, isApiFailure, type ApiFailure } from '../failure';
import type { fetchReceipt } from '../chat/receipts';
import { asAnswer, asPage } from './check-kept';
import { checkHistory, isSame, restored, withSearch } from './history';
import { keepEntries, readEntries, readJson, write, type KeepBounds, type Shelf } from './keep';
import type { readIndexed, sendRead, sendSearch } from './send-paid';
import type { Asked, Cost, Paid, PastSearch, ReadPage, SearchAnswer } from './types';

/** The state of one paid request. */
export type Running = { state: 'running' } | { state: 'failed'; failure: ApiFailure };

/** What the page shows. Replaced as a whole with each change, never mutated. */
export type SearchState = {
  /** By `keyOf`; newest first. */
  answers: ReadonlyMap<string, SearchAnswer>;
  /** By address; newest first. */
  pages: ReadonlyMap<string, ReadPage>;
  /** Requests that run or have failed, by the key of what they ask for. */
  requests: ReadonlyMap<string, Running>;
  searches: readonly PastSearch[];
};

/** The state before anything was read. */
export const NOTHING_SEARCHED: SearchState = {
  answers: new Map(),
  pages: new Map(),
  requests: new Map(),
  searches: [],
};

/** The searches of one account in this tab, and their history in this browser. */
export type SearchStore = {
  state: SearchState;
  listeners: Set<() => void>;
  /** Ends a request, by its key. */
  stops: Map<string, AbortController>;
  /** Called after whatever may have cost something. */
  onSpent: () => void;
  links: SearchLinks;
};

/** What a store works with: the browser's storage, and the API. */
export type SearchLinks = {
  accountId: string;
  /** For results and pages: gone with the tab. */
  tab: Shelf;
  /** For the history. */
  browser: Shelf;
  search: typeof sendSearch;
  read: typeof sendRead;
  readIndexed: typeof readIndexed;
  receipt: typeof fetchReceipt;
};

const ANSWER_BOUNDS: KeepBounds = { entries: 20, characters: 1_000_000 };
const PAGE_BOUNDS: KeepBounds = { entries: 10, characters: 1_500_000 };

/** The key of a search. */
export const keyOf = ({ query, engine }: Asked): string => `${engine} ${query}`;

/** The names under which a browser keeps an account's searches. */
export const namesOf = (accountId: string) => ({
  answers: `farebox-search-results-${accountId}`,
  pages: `farebox-search-pages-${accountId}`,
  searches: `farebox-searches-${accountId}`,
});

/** Opens a store with what this tab and this browser have kept. */
export function openSearches(links: SearchLinks): SearchStore {
  const names = namesOf(links.accountId);
  return {
    state: {
      answers: new Map(readEntries(links.tab, names.answers, asAnswer)),
      pages: new Map(readEntries(links.tab, names.pages, asPage)),
      requests: new Map(),
      searches: checkHistory(readJson(links.browser, names.searches)),
    },
    listeners: new Set(),
    stops: new Map(),
    onSpent: () => undefined,
    links,
  };
}

/** Subscribes to changes until the returned function is called. */
export function watchSearches({ listeners }: SearchStore, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Searches, and pays for it. Does nothing while the same search runs. */
export async function runSearch(store: SearchStore, asked: Asked): Promise<void> {
  const key = keyOf(asked);
  const answer = await run(store, key, (signal) => store.links.search(asked, signal));
  if (!answer) return;
  putAnswer(store, key, answer);
  const found = answer.results.length;
  putHistory(store, withSearch(store.state.searches, { ...asked, at: answer.paid.at, found }));
  const cost = await costOf(store, answer.paid);
  // It may have been removed meanwhile.
  if (cost && store.state.answers.has(key)) putAnswer(store, key, { ...answer, paid: { ...answer.paid, cost } });
}

/**
 * Reads a page: from the local index for free, or from its server, and pays for it. Does nothing while the same page is
 * read.
 */
export async function runRead(store: SearchStore, url: string, from: 'index' | 'web'): Promise<void> {
  const { read, readIndexed: readFree } = store.links;
  const page = await run(store, url, (signal) => (from === 'index' ? readFree : read)(url, signal));
  if (!page) return;
  putPage(store, page);
  const cost = await costOf(store, page.paid);
  if (cost) putPage(store, { ...page, paid: { ...page.paid, cost } });
}

/** Stops a request. What it found until then is lost; it may have been charged. */
export function stopRequest(store: SearchStore, key: string): void {
  store.stops.get(key)?.abort();
}

/** Removes searches of the history with their results. @returns a function that brings them back */
export function removeSearches(store: SearchStore, removed: readonly PastSearch[]): () => void {
  const { answers, searches } = store.state;
  const kept = searches.filter((search) => !removed.some((other) => isSame(other, search)));
  const gone = removed.map(keyOf);
  const lost = [...answers].filter(([key]) => gone.includes(key));
  keepAnswers(store, new Map([...answers].filter(([key]) => !gone.includes(key))));
  putHistory(store, kept);
  return () => {
    putHistory(store, restored(store.state.searches, removed));
    keepAnswers(store, new Map([...store.state.answers, ...lost]));
  };
}

/** Runs one paid request at a time for each key. @returns null if it was stopped, has failed, or was already running */
async function run<T>(store: SearchStore, key: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
  if (store.stops.has(key)) return null;
  const stop = new AbortController();
  store.stops.set(key, stop);
  putRequest(store, key, { state: 'running' });
  try {
    const answer = await ask(stop.signal);
    putRequest(store, key, null);
    return answer;
  } catch (thrown) {
    const failure = isApiFailure(thrown) ? thrown : apiFailure({ message: 'The page failed.' });
    putRequest(store, key, stop.signal.aborted ? null : { state: 'failed', failure });
    return null;
  } finally {
    store.stops.delete(key);
    store.onSpent();
  }
}

/** Asks the ledger what a request cost; null if that cannot be known now. */
async function costOf(store: SearchStore, { requestId }: Paid): Promise<Cost | null> {
  if (requestId === null) return null;
  try {
    const receipt = await store.links.receipt(requestId);
    if (receipt === null) return 'free';
    return receipt === 'pending' ? receipt : { amount: receipt.charged, currency: receipt.currency };
  } catch {
    // The line then shows no amount; its receipt asks again.
    return null;
  }
}

function putAnswer(store: SearchStore, key: string, answer: SearchAnswer): void {
  keepAnswers(store, new Map([[key, answer], ...[...store.state.answers].filter(([other]) => other !== key)]));
}

function keepAnswers(store: SearchStore, answers: ReadonlyMap<string, SearchAnswer>): void {
  const { tab, accountId } = store.links;
  const kept = keepEntries(tab, namesOf(accountId).answers, [...answers], ANSWER_BOUNDS);
  // The newest is shown even where nothing can be stored.
  change(store, { answers: new Map([...[...answers].slice(0, 1), ...kept]) });
}

function putPage(store: SearchStore, page: ReadPage): void {
  const { tab, accountId } = store.links;
  const others = [...store.state.pages].filter(([url]) => url !== page.url);
  const kept = keepEntries(tab, namesOf(accountId).pages, [[page.url, page], ...others], PAGE_BOUNDS);
  change(store, { pages: new Map([[page.url, page], ...kept]) });
}

function putHistory(store: SearchStore, searches: readonly PastSearch[]): void {
  const { browser, accountId } = store.links;
  // If the browser refuses, it lasts for this visit only.
  write(browser, namesOf(accountId).searches, JSON.stringify(searches));
  change(store, { searches });
}

function putRequest(store: SearchStore, key: string, request: Running | null): void {
  const requests = new Map(store.state.requests);
  if (request) requests.set(key, request);
  else requests.delete(key);
  change(store, { requests });
}

function change(store: SearchStore, changes: Partial<SearchState>): void {
  store.state = { ...store.state, ...changes };
  for (const listener of store.listeners) listener();
}
