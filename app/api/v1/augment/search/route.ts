import {
  SEARCH_CODES,
  SEARCH_DEMAND,
  SEARCH_EXAMPLES,
  SearchRequest,
  SearchResponse,
} from '@/lib/augment/search/contract';
import { search } from '@/lib/augment/search/search';
import { unstored } from '@/lib/http/answer/unstored';
import { endpoint } from '@/lib/http/endpoint';

/** `POST /api/v1/augment/search`: pages that fit a query (docs/api-rules.md, "Web search"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Search the web',
    detail:
      'Finds pages. What is searched is the operator’s choice: the pages and files that this service has indexed, or a search engine. Queries are neither stored nor logged.',
    answer: SearchResponse,
    headers: 'searches',
    codes: SEARCH_CODES,
    examples: SEARCH_EXAMPLES,
  },
  body: SearchRequest,
  limit: () => SEARCH_DEMAND,
  run: async ({ body }, context) => unstored(await search(body, context)),
});
