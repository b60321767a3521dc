import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findSources } from './find-sources';

const never = () => new Promise<never>(() => undefined);
const caller = (signal = new AbortController().signal) => ({ accountId: 'a', ownerId: null, signal });
const page = (url: string) => ({ url, title: url, markdown: 'Text.', date: '' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('findSources', () => {
  it('waits 15 seconds for a search that hangs, whatever it does with its signal', async () => {
    let ended: unknown = 'waiting';
    void findSources({ kind: 'search', query: 'tides' }, { search: never }, caller()).then((found) => (ended = found));
    await vi.advanceTimersByTimeAsync(14_900);
    expect(ended).toBe('waiting');
    await vi.advanceTimersByTimeAsync(200);
    expect(ended).toBeNull();
  });

  it('goes on after 30 seconds with the pages that were read, and bills those alone', async () => {
    const readPage = (url: string) => (url.endsWith('/slow') ? never() : Promise.resolve(page(url)));
    const addresses = ['https://x.test/slow', 'https://x.test/a', 'https://x.test/b'];
    let ended: unknown = 'waiting';
    void findSources({ kind: 'read', addresses }, { readPage }, caller()).then((found) => (ended = found));
    await vi.advanceTimersByTimeAsync(29_900);
    expect(ended).toBe('waiting');
    await vi.advanceTimersByTimeAsync(200);
    expect(ended).toMatchObject({
      results: [{ url: 'https://x.test/a' }, { url: 'https://x.test/b' }],
      usage: { scrape: 2 },
    });
  });

  it('ends at once when the caller leaves', async () => {
    const leaving = new AbortController();
    const found = findSources({ kind: 'search', query: 'tides' }, { search: never }, caller(leaving.signal));
    leaving.abort(new Error('left'));
    await expect(found).rejects.toThrow('left');
  });
});
