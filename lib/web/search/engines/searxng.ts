import { z } from 'zod';
import { askEngine, wrongLayout } from '../ask-engine';
import type { SearchEngine } from '../search-engine';

/** Its answer, without what is not used. Source: SearXNG, "Search API". */
const Answer = z.object({
  results: z.array(
    z.object({
      url: z.string().nullish(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
});

const ADVICE = {
  403: 'SearXNG refuses JSON: add json to search.formats in its settings.yml',
  429: 'SearXNG limits this server: turn off server.limiter in its settings.yml, or let its limiter pass this address',
};

/**
 * The operator's own SearXNG, which asks other engines.
 * @param settings.engines which of its engines answer; those of its own settings if absent
 */
export function makeSearxng(settings: { baseUrl: string; engines?: string[]; language?: string }): SearchEngine {
  const { baseUrl, engines, language } = settings;
  return {
    name: 'searxng',
    keeps:
      'Queries go to the SearXNG of the operator, and from there, without the caller, to the engines that it is set to ask.',
    search: async ({ text, limit }, signal) => {
      const form = {
        q: text,
        format: 'json',
        ...(engines && { engines: engines.join(',') }),
        ...(language && { language }),
      };
      const answer = await askEngine({ engine: 'SearXNG', url: `${baseUrl}/search`, form, signal, advice: ADVICE });
      const parsed = Answer.safeParse(answer);
      if (!parsed.success) throw wrongLayout('SearXNG');
      // It has no parameter for the number of results, and a page of it has up to some 30.
      return parsed.data.results.slice(0, 2 * limit).map(({ url, title, content, publishedDate }) => ({
        title: title ?? '',
        url: url ?? '',
        content: content ?? '',
        date: publishedDate ?? '',
      }));
    },
  };
}
