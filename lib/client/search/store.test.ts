import { describe, expect, it } from 'vitest';
import { apiFailure } from '../failure';
import { keyOf, openSearches, removeSearches, runRead, runSearch, stopRequest, type SearchLinks } from './store';
import { testShelf } from './test-shelf';
import type { Asked, SearchAnswer } from './types';

const TIDES: Asked = { query: 'tides', engine: 'brave' };
const answerTo = (asked: Asked, requestId = 'r1'): SearchAnswer => ({
  ...asked,
  results: [{ title: 'Tides', url: 'https://example.org/tides', content: 'At noon.', date: '' }],
  paid: { requestId, tookMs: 10, at: 1_000 },
});

/** A store whose API the test answers itself. */
function open(given: Partial<SearchLinks> = {}) {
  const spent: string[] = [];
  const links: SearchLinks = {
    accountId: 'a',
    tab: testShelf(),
    browser: testShelf(),
    search: async (asked) => answerTo(asked),
    read: async (url) => ({ url, content: '# Tides', paid: { requestId: 'r2', tookMs: 5, at: 2_000 } }),
    readIndexed: async (url) => ({
      url,
      content: 'Free',
      paid: { requestId: null, tookMs: 1, at: 3_000, cost: 'free' },
    }),
    receipt: async () => null,
    ...given,
  };
  const store = openSearches(links);
  store.onSpent = () => spent.push('spent');
  return { store, links, spent };
}

describe('a search', () => {
  it('is kept with its results, for a reload', async () => {
    const { store, links, spent } = open();
    await runSearch(store, TIDES);
    expect(store.state.answers.get(keyOf(TIDES))?.results).toHaveLength(1);
    expect(store.state.searches).toEqual([{ ...TIDES, at: 1_000, found: 1 }]);
    expect(spent).toHaveLength(1);
    const reloaded = openSearches(links);
    expect(reloaded.state.answers).toEqual(store.state.answers);
    expect(reloaded.state.searches).toEqual(store.state.searches);
    expect(openSearches({ ...links, accountId: 'b' }).state.searches).toEqual([]);
  });

  it('is paid for once while it runs', async () => {
    let sent = 0;
    const { store } = open({
      search: async (asked) => {
        sent += 1;
        await Promise.resolve();
        return answerTo(asked);
      },
    });
    const first = runSearch(store, TIDES);
    expect(store.state.requests.get(keyOf(TIDES))).toEqual({ state: 'running' });
    await Promise.all([first, runSearch(store, TIDES)]);
    expect(sent).toBe(1);
    expect(store.state.requests.size).toBe(0);
  });

  it('shows its charge once the ledger has it', async () => {
    const receipt = { charged: '0.01', currency: 'USD' };
    const { store } = open({ receipt: async () => receipt as Awaited<ReturnType<SearchLinks['receipt']>> });
    await runSearch(store, TIDES);
    expect(store.state.answers.get(keyOf(TIDES))?.paid.cost).toEqual({ amount: '0.01', currency: 'USD' });
  });

  it('that has failed keeps the earlier answer, and is not in the history', async () => {
    const { store } = open({
      search: () => Promise.reject(apiFailure({ status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds: 7 })),
    });
    await runSearch(store, TIDES);
    const request = store.state.requests.get(keyOf(TIDES));
    expect(request?.state === 'failed' && request.failure.retryAfterSeconds).toBe(7);
    expect(store.state.searches).toEqual([]);
  });

  it('is stopped without a failure', async () => {
    const { store } = open({
      search: (_asked, signal) =>
        new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error))),
    });
    const running = runSearch(store, TIDES);
    stopRequest(store, keyOf(TIDES));
    await running;
    expect(store.state.requests.size).toBe(0);
    expect(store.state.answers.size).toBe(0);
  });
});

it('keeps pages that were read', async () => {
  const { store, links } = open();
  await runRead(store, 'https://example.org/tides', 'web');
  expect(openSearches(links).state.pages.get('https://example.org/tides')?.content).toBe('# Tides');
  expect(store.state.pages.get('https://example.org/tides')?.paid.cost).toBe('free');
});

it('removes searches with their results, and brings them back', async () => {
  const { store, links } = open();
  await runSearch(store, TIDES);
  await runSearch(store, { query: 'moons', engine: 'google' });
  const undo = removeSearches(store, store.state.searches.slice(1));
  expect(store.state.searches.map(({ query }) => query)).toEqual(['moons']);
  expect(store.state.answers.has(keyOf(TIDES))).toBe(false);
  expect(openSearches(links).state.answers.has(keyOf(TIDES))).toBe(false);
  undo();
  expect(store.state.searches).toHaveLength(2);
  expect(openSearches(links).state.answers.has(keyOf(TIDES))).toBe(true);
});

it('works in a browser that stores nothing', async () => {
  const { store } = open({ tab: testShelf(0), browser: null });
  await runSearch(store, TIDES);
  expect(store.state.answers.get(keyOf(TIDES))?.results).toHaveLength(1);
});

it('reads a page of the local index for free, and keeps it', async () => {
  const { store, links } = open({ read: () => Promise.reject(new Error('paid')) });
  await runRead(store, 'http://localhost:3000/docs/a', 'index');
  expect(store.state.pages.get('http://localhost:3000/docs/a')).toMatchObject({
    content: 'Free',
    paid: { cost: 'free' },
  });
  expect(openSearches(links).state.pages).toEqual(store.state.pages);
});
