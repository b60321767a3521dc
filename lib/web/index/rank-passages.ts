import { isApiError } from '../../core/errors';
import { database } from '../../platform/db';
import { log } from '../../platform/log';
import { withTimeLimit } from '../../platform/with-time-limit';
import { readIndexState } from './change-index';
import { type Embedder, embedder } from './embedder';
import { findByWords } from './find-by-words';
import { findRelevant } from './find-relevant';
import { fuse, type Scored } from './fuse';
import { nearestPassages } from './vectors/vector-copy';

/** Passages of each ranking that take part. */
const POOL = 60;
/** How long a search waits for the vector of its query. */
const EMBED_MS = 2_000;

/** By what passages are ranked. */
export type Ranking = 'words' | 'vectors';

/**
 * A search: its text, the account that searches (accounts take turns), and whose own documents are searched besides
 * everybody's; nobody's without an owner.
 */
export type IndexQuery = {
  text: string;
  accountId: string;
  ownerId?: string | null;
  /** Called if the embedder failed, so that only words counted. */
  onWordsOnly?: () => void;
};

/**
 * Ranks the passages of the index for a query: by words and by vectors, joined, without those that have nothing to do with
 * it. Without an embedder, or if it fails, by words alone.
 * @param by for measurements: only one of the two
 * @returns IDs of passages, the best first; some may have been removed since
 */
export async function rankPassages(
  { text, accountId, ownerId = null, onWordsOnly }: IndexQuery,
  signal?: AbortSignal,
  by: readonly Ranking[] = ['words', 'vectors'],
): Promise<number[]> {
  const words = async () => {
    const { passagesAdded, passagesRemoved } = await readIndexState(database());
    return findByWords({ text, accountId, ownerId, limit: POOL, passages: passagesAdded - passagesRemoved, signal });
  };
  const [byWords, near] = await Promise.all([
    by.includes('words') ? words() : [],
    by.includes('vectors') ? rankByVector({ text, accountId, ownerId, onWordsOnly }, signal) : null,
  ]);
  if (near === null) return fuse(byWords, []);
  const relevant = await findRelevant(byWords, near.passages, near.by);
  return fuse(byWords, near.passages).filter((id) => relevant.has(id));
}

/** The nearest passages, and by which embedder; null without one, or if it failed. */
async function rankByVector(
  { text, accountId, ownerId = null, onWordsOnly }: IndexQuery,
  signal?: AbortSignal,
): Promise<{ passages: Scored[]; by: Embedder } | null> {
  const current = embedder();
  if (current === null) return null;
  try {
    const by = { account: accountId, rank: 'query', signal: withTimeLimit(signal, EMBED_MS) } as const;
    const [vector] = await current.embed([text], by);
    if (vector === undefined) return null;
    return { passages: await nearestPassages(vector, current, { ownerId, limit: POOL }), by: current };
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    // Only its kind: a message might quote the query, which is never logged.
    const kind = isApiError(thrown) ? thrown.code : thrown instanceof Error ? thrown.name : typeof thrown;
    log.warn({ kind }, 'a search was done without vectors, because the embedder failed');
    onWordsOnly?.();
    return null;
  }
}
