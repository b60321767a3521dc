import { z } from 'zod';
import type { ErrorCode } from '../../core/errors';

/** Requests and answers of the web search (docs/api-rules.md, "Web search"). */

const MAX_QUERY_CHARACTERS = 400;
const MAX_RESULTS = 20;
/** How many results a request gets that does not say. */
export const DEFAULT_RESULTS = 10;
/** What `search_provider` may be, the default first. */
const PROVIDERS = ['brave', 'google'] as const;

/** What a search counts against the rate limits: one request. */
export const SEARCH_DEMAND = { limitClass: 'augment_search', modelId: 'endpoint:api/v1/augment/search' } as const;

/** Body of `POST /augment/search`. */
export const SearchRequest = z
  .object({
    query: z
      .string()
      .min(1)
      .max(MAX_QUERY_CHARACTERS)
      .refine((text) => text.trim() !== '', { error: 'Must not be blank' })
      .meta({ description: 'What to search for. It is neither stored nor logged.', example: 'tide table' }),
    limit: z
      .int()
      .min(1)
      .max(MAX_RESULTS)
      .nullish()
      .meta({ description: 'The most results.', example: 5, default: DEFAULT_RESULTS }),
    search_provider: z.enum(PROVIDERS).nullish().meta({
      description: 'Which of the two engines of this service searches. The operator decides what they are.',
      example: 'brave',
      default: PROVIDERS[0],
    }),
  })
  .meta({ id: 'SearchRequest', description: 'A search of the web.' });
export type SearchRequest = z.output<typeof SearchRequest>;

const SearchResult = z
  .object({
    title: z.string().meta({ description: 'The title of the page.', example: 'Tides' }),
    url: z.string().meta({ description: 'Its address, http or https.', example: 'https://example.org/tides' }),
    content: z.string().meta({ description: 'The part that fits the query.', example: 'High water at noon.' }),
    date: z.string().meta({ description: 'When it was published, ISO 8601; empty if unknown.', example: '' }),
  })
  .meta({ id: 'SearchResult', description: 'A page that was found.' });

/** The pages that were found. */
export const SearchResponse = z
  .object({
    query: z.string().meta({ description: 'The query.', example: 'tide table' }),
    results: z.array(SearchResult).meta({ description: 'The best first; empty if nothing was found.' }),
  })
  .meta({ id: 'SearchResponse', description: 'The results of a search.' });
export type SearchResponse = z.output<typeof SearchResponse>;

/** Errors in addition to those of every request, for the API description. */
export const SEARCH_CODES: readonly ErrorCode[] = [
  'INFERENCE_FAILED',
  'MODEL_AT_CAPACITY',
  'MODEL_OFFLINE',
  'REQUEST_TIMEOUT',
];

/** Example requests for the API description. */
export const SEARCH_EXAMPLES = {
  plain: { summary: 'A search', body: { query: 'tide table' } },
  few: {
    summary: 'Three results of the other engine',
    body: { query: 'tide table', limit: 3, search_provider: 'google' },
  },
};
