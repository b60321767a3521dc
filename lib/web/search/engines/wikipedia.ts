import { z } from 'zod';
import type { WebResult } from '../../web-result';
import { askEngine, wrongLayout } from '../ask-engine';
import type { SearchEngine } from '../search-engine';

/** Wikipedia asks that programs say what they are. */
const HEADERS = { 'user-agent': 'Farebox (self-hosted inference service; web search)' };

/** Source: MediaWiki, "API:Search". */
const Pages = z.object({
  query: z.object({
    search: z.array(z.object({ title: z.string(), snippet: z.string().nullish(), timestamp: z.string().nullish() })),
  }),
});

/** Source: DuckDuckGo, "Instant Answer API". */
const Instant = z.object({
  Heading: z.string().nullish(),
  AbstractText: z.string().nullish(),
  AbstractURL: z.string().nullish(),
});

/**
 * The search of Wikipedia and the instant answers of DuckDuckGo: needs no key, and finds articles of an encyclopedia,
 * not pages of the web.
 */
export function makeWikipedia(settings: { baseUrl: string; answersUrl: string }): SearchEngine {
  return {
    name: 'wikipedia',
    keeps:
      'Queries go to Wikipedia and DuckDuckGo from the address of this server, without a key and without the caller. Wikimedia keeps its request logs for up to 90 days; DuckDuckGo says that it keeps no searches of persons.',
    search: async ({ text, limit }, signal) => {
      const [answers, pages] = await Promise.all([
        // It is an extra: without it the pages still answer the query.
        findInstantAnswer(settings.answersUrl, text, signal).catch(() => []),
        findPages(settings.baseUrl, text, limit, signal),
      ]);
      return [...answers, ...pages];
    },
  };
}

async function findPages(baseUrl: string, text: string, limit: number, signal?: AbortSignal): Promise<WebResult[]> {
  const form = {
    action: 'query',
    list: 'search',
    srsearch: text,
    srlimit: String(limit),
    srprop: 'snippet|timestamp',
    format: 'json',
  };
  const answer = await askEngine({ engine: 'Wikipedia', url: `${baseUrl}/w/api.php`, headers: HEADERS, form, signal });
  const parsed = Pages.safeParse(answer);
  if (!parsed.success) throw wrongLayout('Wikipedia');
  return parsed.data.query.search.map(({ title, snippet, timestamp }) => ({
    title,
    url: `${baseUrl}/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`,
    content: snippet ?? '',
    date: timestamp ?? '',
  }));
}

async function findInstantAnswer(baseUrl: string, text: string, signal?: AbortSignal): Promise<WebResult[]> {
  const parameters = new URLSearchParams({ q: text, format: 'json', no_html: '1', skip_disambig: '1' });
  const url = `${baseUrl}/?${parameters.toString()}`;
  const parsed = Instant.safeParse(await askEngine({ engine: 'DuckDuckGo', url, headers: HEADERS, signal }));
  const { Heading: title, AbstractText: content, AbstractURL: address } = parsed.data ?? {};
  return content && address ? [{ title: title ?? '', url: address, content, date: '' }] : [];
}
