import { newId } from '../../lib/core/ids';
import { nearestPassages } from '../../lib/web/index/vectors/vector-copy';
import { searchIndex } from '../../lib/web/index/search-index';
import { table } from '../report/table';
import { addressOf, openDocIndex } from './doc-index';
import { QUESTIONS } from './questions';
import { UNRELATED } from './unrelated';

/** The most results of a search. */
const LIMIT = 20;

/**
 * Prints how many results unrelated queries have, and how many questions lose their answer, with the cosine of the nearest
 * passage: what the least cosine of an embedder is chosen by.
 */
export async function measureRelevance(): Promise<void> {
  const { embedder, close } = await openDocIndex();
  const queries = [...QUESTIONS, ...UNRELATED.map((query) => [query, null] as const)];
  const rows: { query: string; page: string | null; cosine: number; found: string[] }[] = [];
  for (const [query, page] of queries) {
    const accountId = newId();
    const results = await searchIndex({ text: query, accountId, limit: LIMIT });
    const [vector] = (await embedder?.embed([query], { account: accountId, rank: 'query' })) ?? [];
    const [nearest] =
      embedder && vector ? await nearestPassages(vector, embedder, { ownerId: null, limit: 1 }) : [undefined];
    rows.push({ query, page, cosine: nearest?.score ?? Number.NaN, found: results.map(({ url }) => url) });
  }
  table(
    ['query', 'nearest passage', 'results', 'answer'],
    rows.map(({ query, page, cosine, found }) => [
      query,
      cosine.toFixed(3),
      String(found.length),
      page === null ? 'none' : found.includes(addressOf(page)) ? 'found' : '**lost**',
    ]),
  );
  const unrelated = rows.filter(({ page }) => page === null);
  const lost = rows.filter(({ page, found }) => page !== null && !found.includes(addressOf(page)));
  const withResults = unrelated.filter(({ found }) => found.length > 0);
  console.log(`\n${lost.length} of ${QUESTIONS.length} questions without their answer`);
  console.log(`${withResults.length} of ${unrelated.length} unrelated queries with results`);
  await close();
}
