import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isApiError } from '../../../core/errors';
import { listen, type Listening } from '../../../providers/conformance/serve';
import { cleanResults } from '../clean-results';
import type { SearchEngine } from '../search-engine';
import { makeBrave } from './brave';
import { makeSearxng } from './searxng';
import { makeWikipedia } from './wikipedia';

/* Every engine of others passes this suite against a server that speaks its wire format. */

const QUERY = 'marker-q7 tide & table';
type Page = { title: string; url: string; content: string; date: string };
type Seen = { method: string; path: string; headers: IncomingMessage['headers']; fields: URLSearchParams };
type Play = (response: ServerResponse, seen: Seen) => void;

/** How an engine speaks: its answer with some pages, and what a request must have. */
type Wire = {
  make: (origin: string) => SearchEngine;
  answer: (pages: readonly Page[]) => object;
  check: (seen: Seen) => void;
  /** What the title of a page is in its address, if the engine decides the address itself. */
  urlOf?: (origin: string, page: Page) => string;
};

const WIRES: Record<string, Wire> = {
  searxng: {
    make: (origin) => makeSearxng({ baseUrl: origin, engines: ['google', 'bing'], language: 'en' }),
    answer: (pages) => ({
      query: QUERY,
      number_of_results: 0,
      results: pages.map(({ date, ...page }) => ({ ...page, engine: 'google', score: 1, publishedDate: date || null })),
      answers: [],
      unresponsive_engines: [['bing', 'timeout']],
    }),
    check: ({ method, path, fields }) => {
      // The query is no part of the address, which servers log.
      expect([method, path]).toEqual(['POST', '/search']);
      const { q, format, engines, language } = Object.fromEntries(fields);
      expect({ q, format, engines, language }).toEqual({
        q: QUERY,
        format: 'json',
        engines: 'google,bing',
        language: 'en',
      });
    },
  },
  brave: {
    make: (origin) => makeBrave({ baseUrl: origin, apiKey: 'brave-key' }),
    answer: (pages) => ({
      type: 'search',
      query: { original: QUERY },
      ...(pages.length > 0 && {
        web: {
          results: pages.map(({ title, url, content, date }) => ({ title, url, description: content, page_age: date })),
        },
      }),
    }),
    check: ({ method, path, fields, headers }) => {
      expect([method, path, headers['x-subscription-token']]).toEqual(['GET', '/res/v1/web/search', 'brave-key']);
      expect([fields.get('q'), fields.get('count')]).toEqual([QUERY, '10']);
    },
  },
  wikipedia: {
    make: (origin) => makeWikipedia({ baseUrl: origin, answersUrl: `${origin}/instant` }),
    answer: (pages) => ({
      batchcomplete: '',
      query: { search: pages.map(({ title, content, date }) => ({ ns: 0, title, snippet: content, timestamp: date })) },
    }),
    check: ({ method, path, fields, headers }) => {
      expect([method, path, fields.get('srsearch')]).toEqual(['POST', '/w/api.php', QUERY]);
      expect(headers['user-agent']).toContain('Farebox');
    },
    urlOf: (origin, { title }) => `${origin}/wiki/${title.replaceAll(' ', '_')}`,
  },
};

const PAGES: Page[] = [
  {
    title: 'High water',
    url: 'https://example.org/tides',
    content: '<strong>High</strong> water &amp; low water &#39;today&#39;',
    date: '2026-11-20T08:00:00Z',
  },
  { title: 'Harbors', url: 'https://example.org/harbors', content: 'Where ships lie.', date: '' },
];

describe.each(Object.entries(WIRES))('the engine %s', (name, wire) => {
  let server: Listening;
  let play: Play = () => undefined;
  const seen: Seen[] = [];
  let engine: SearchEngine;
  beforeAll(async () => {
    server = await listen(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const url = new URL(request.url ?? '', 'http://engine');
      // The instant answers of the keyless engine, which has none for this query.
      if (url.pathname === '/instant/') return void response.end('{"Heading":"","AbstractText":"","AbstractURL":""}');
      const fields =
        request.method === 'POST' ? new URLSearchParams(Buffer.concat(pieces).toString()) : url.searchParams;
      const one = { method: request.method ?? '', path: url.pathname, headers: request.headers, fields };
      seen.push(one);
      play(response, one);
    });
    engine = wire.make(server.origin);
  });
  afterAll(() => server.stop());
  beforeEach(() => void (seen.length = 0));

  const ask = (signal?: AbortSignal) =>
    engine.search({ text: QUERY, limit: 10, accountId: 'a', ownerId: null }, signal);
  const json = (body: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(body));

  it('sends the query as its API takes it, and returns clean results', async () => {
    play = json(wire.answer(PAGES));
    const results = cleanResults(await ask(), 10);
    expect(seen).toHaveLength(1);
    wire.check(seen[0]!);
    expect(results).toEqual(
      PAGES.map((page) => ({
        ...page,
        url: wire.urlOf?.(server.origin, page) ?? page.url,
        content: page.content
          .replace(/<[^>]+>/g, '')
          .replace('&amp;', '&')
          .replaceAll('&#39;', "'"),
      })),
    );
  });

  it('returns nothing without hits', async () => {
    play = json(wire.answer([]));
    expect(await ask()).toEqual([]);
  });

  it.each<[string, string, Play]>([
    ['INFERENCE_FAILED', 'HTML', (response) => void response.end(`<html>You searched ${QUERY}</html>`)],
    ['INFERENCE_FAILED', 'half of a document', (response) => void response.end(`{"results":["${QUERY}"`)],
    [
      'INFERENCE_FAILED',
      'another layout',
      (response) => void response.end(JSON.stringify({ web: { results: QUERY }, results: 1 })),
    ],
    ['INFERENCE_FAILED', 'a refusal', (response) => void response.writeHead(403).end(QUERY)],
    [
      'INFERENCE_FAILED',
      'a redirect',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['INFERENCE_FAILED', 'too much', (response) => void response.end(JSON.stringify('x'.repeat(2_100_000)))],
    ['MODEL_OFFLINE', 'that it is busy', (response) => void response.writeHead(429).end(QUERY)],
    ['MODEL_OFFLINE', 'an error', (response) => void response.writeHead(502).end(QUERY)],
    [
      'MODEL_OFFLINE',
      'a part, and breaks off',
      (response) => (response.write('{"results":['), setTimeout(() => response.destroy(), 50)),
    ],
  ])('answers %s if it answers %s, without the query', async (code, _what, happens) => {
    play = happens;
    const thrown: unknown = await ask().catch((error: unknown) => error);
    expect(isApiError(thrown) && thrown.code).toBe(code);
    for (let error = thrown; error instanceof Error; error = error.cause) {
      expect(`${error.message} ${error.stack ?? ''}`).not.toContain('marker-q7');
    }
  });

  it('gives up on one that hangs, and on one that is not there', async () => {
    play = () => undefined;
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_OFFLINE', status: 503 });
    const gone = wire.make('http://127.0.0.1:1');
    await expect(gone.search({ text: QUERY, limit: 1, accountId: 'a', ownerId: null })).rejects.toMatchObject({
      code: 'MODEL_OFFLINE',
    });
  });

  it('ends at once when the caller leaves', async () => {
    const caller = new AbortController();
    const began = performance.now();
    play = () => caller.abort();
    await expect(ask(caller.signal)).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('says what it keeps', () => {
    expect([engine.name, engine.keeps.endsWith('.')]).toEqual([name, true]);
  });
});
