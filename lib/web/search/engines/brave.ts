import { z } from 'zod';
import { askEngine, wrongLayout } from '../ask-engine';
import type { SearchEngine } from '../search-engine';

/** More words are refused. */
const MAX_WORDS = 50;

/** Its answer, without what is not used; `web` is absent without hits. Source: Brave, "Web Search API". */
const Answer = z.object({
  web: z
    .object({
      results: z.array(
        z.object({
          url: z.string().nullish(),
          title: z.string().nullish(),
          description: z.string().nullish(),
          extra_snippets: z.array(z.string()).nullish(),
          page_age: z.string().nullish(),
        }),
      ),
    })
    .nullish(),
});

const ADVICE = {
  401: 'Brave does not accept the API key',
  403: 'Brave does not accept the API key for this plan',
  422: 'Brave does not accept the API key, or a parameter',
  429: 'Brave limits this API key: its plan allows fewer requests',
};

/** Brave Search with the operator's API key. */
export function makeBrave({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): SearchEngine {
  return {
    name: 'brave',
    keeps:
      'Queries go to Brave with the key of the operator, and without the caller. What Brave keeps depends on the plan: some keep queries for 90 days, those with zero retention none.',
    search: async ({ text, limit }, signal) => {
      const q = text.split(/\s+/).slice(0, MAX_WORDS).join(' ');
      const parameters = new URLSearchParams({ q, count: String(limit), extra_snippets: 'true' });
      const url = `${baseUrl}/res/v1/web/search?${parameters.toString()}`;
      const headers = { 'x-subscription-token': apiKey };
      const parsed = Answer.safeParse(await askEngine({ engine: 'Brave', url, headers, signal, advice: ADVICE }));
      if (!parsed.success) throw wrongLayout('Brave');
      const results = parsed.data.web?.results ?? [];
      return results.map(({ url: address, title, description, extra_snippets: more, page_age: date }) => ({
        title: title ?? '',
        url: address ?? '',
        content: [description ?? '', ...(more ?? [])].join('\n'),
        date: date ?? '',
      }));
    },
  };
}
