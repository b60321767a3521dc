import { documentOwnerOf, type RunContext } from '../../accounts/caller';
import { searchWeb } from '../../web/search/search-web';
import { chargeExtra } from '../pages/charge-extra';
import { DEFAULT_RESULTS, SEARCH_DEMAND, type SearchRequest, type SearchResponse } from './contract';

/**
 * `POST /augment/search` (docs/api-rules.md, "Web search"): pages that fit a query. Charged if the engine has answered,
 * also without results; a header says if its vectors could not be used. The query is part of the answer, and of nothing else that this service keeps or writes.
 * @throws ApiError those of `searchWeb` and of `chargeExtra`
 */
export async function search(
  { query, limit, search_provider: provider }: SearchRequest,
  context: RunContext,
): Promise<SearchResponse> {
  const { caller, metadata } = context;
  const results = await chargeExtra(
    {
      usage: { search: 1 },
      modelId: SEARCH_DEMAND.modelId,
      work: (signal) =>
        searchWeb(
          {
            ...{ query, limit: limit ?? DEFAULT_RESULTS, provider: provider ?? undefined },
            ...{ accountId: caller.account.id, ownerId: documentOwnerOf(caller) },
            onWordsOnly: () => (metadata.notApplied = ['vectors']),
          },
          signal,
        ),
    },
    context,
  );
  return { query, results };
}
