import { database } from '../../platform/db';
import type { Embedder } from './embedder';
import type { Scored } from './fuse';

/**
 * The least share of a query's words that says something about a passage which its vector does not confirm: one word of
 * many is there by chance. Measured as `minCosine` of the embedder was: the one answer among the forty that its words
 * alone find has 0.278.
 */
const MIN_SHARE = 0.25;

const EMBEDDED = 'select passage_id as id from web_passage_vector where passage_id = any($1::int[]) and model = $2';

/**
 * Which of the passages that two rankings have found have something to do with the query: a nearest neighbor exists for
 * every query, also for one that nothing in the index is about. A passage is kept if its vector is near enough, if it has
 * enough of the query's words, or if it has some of them and its vector is not made yet.
 * @param words with the share of the query that they have
 * @param nearest with their cosines
 */
export async function findRelevant(
  words: readonly Scored[],
  nearest: readonly Scored[],
  { id: model, minCosine }: Pick<Embedder, 'id' | 'minCosine'>,
): Promise<Set<number>> {
  const relevant = new Set(nearest.filter(({ score }) => score >= minCosine).map(({ id }) => id));
  for (const { id, score } of words) if (score >= MIN_SHARE) relevant.add(id);
  const far = new Set(nearest.map(({ id }) => id));
  const unsure = words.map(({ id }) => id).filter((id) => !relevant.has(id) && !far.has(id));
  if (unsure.length === 0) return relevant;
  const embedded = await database().query<{ id: number }>(EMBEDDED, [unsure, model]);
  const known = new Set(embedded.map(({ id }) => id));
  for (const id of unsure) if (!known.has(id)) relevant.add(id);
  return relevant;
}
