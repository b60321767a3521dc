import { processState } from '../../platform/process-state';

/** Turns texts into vectors for the index. */
export type Embedder = {
  /** Names the model: vectors of different models cannot be compared. */
  id: string;
  dimensions: number;
  /** The least cosine of a query and a passage that have something to do with each other. */
  minCosine: number;
  /** One vector of length 1 per text, in their order. */
  embed(texts: readonly string[], by: EmbedBy): Promise<Float32Array[]>;
};

/**
 * Whose texts are embedded: accounts take turns, and what fills the index is one of its own. The query of a search goes
 * before all other texts; what fills the index is done in the background, when nobody waits for texts.
 */
export type EmbedBy = { account: string; rank: 'query' | 'background'; signal?: AbortSignal };

type FindEmbedder = () => Embedder | null;

const slot = () => processState<{ find: FindEmbedder }>('web.embedder', () => ({ find: () => null }));

/**
 * Sets how the index finds its embedder. It is looked for at each use, because its weights may arrive later.
 * @param find returns null while there is none: the index then works with words alone
 */
export function installEmbedder(find: FindEmbedder): void {
  slot().find = find;
}

/** The index's embedder; null if there is none. */
export function embedder(): Embedder | null {
  return slot().find();
}
