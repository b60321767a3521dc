import { z } from 'zod';
import { documentOwnerOf, type RunContext } from '../../accounts/caller';
import { ApiError } from '../../core/errors';
import { findIndexedPage } from '../../web/index/find-indexed-page';
import { engineNames } from '../../web/search/search-web';
import type { SearchEngines } from '../contract';

const MAX_ADDRESS_CHARACTERS = 2_000;

/** The query of `GET /api/console/search/page`. */
export const IndexedPageQuery = z.object({ url: z.string().min(1).max(MAX_ADDRESS_CHARACTERS) });

/** Which engines search for each `search_provider`. */
export function listEngines(): { data: SearchEngines } {
  return { data: engineNames() };
}

/**
 * A page that the local index has, with its text: free, because nothing is fetched.
 * @throws ApiError NOT_FOUND if the index does not have it for this caller
 */
export async function readIndexed(
  { url }: z.output<typeof IndexedPageQuery>,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<{ data: { url: string; title: string; content: string } }> {
  const page = await findIndexedPage(url, documentOwnerOf(caller));
  if (page === null) throw new ApiError('NOT_FOUND', 'This server’s index does not have this page.');
  return { data: { url: page.url, title: page.title, content: page.text } };
}
