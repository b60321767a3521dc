/** The embedded model that embeds texts: as a provider's ability, and for search on this machine. */
import { ApiError } from '../../core/errors';
import { countMostTokens } from '../../engines/embed/count-tokens';
import { EMBEDDING_DIMENSIONS } from '../../engines/embed/dimensions';
import { type EmbedCall, embedTexts } from '../../engines/embed/embed-texts';
import { EMBEDDING_MODEL, embeddingModelPath } from '../../engines/embed/embedding-model';
import type { TextCounter, TextEmbedder } from '../spec';

/**
 * The least cosine of a query and a text that have something to do with each other. Measured with `npm run bench -- search
 * relevance`: nothing in our documentation is nearer than 0.257 to any of the unrelated queries, the next ones are at
 * 0.242; the answers that share no word with their question are at 0.389 or more.
 */
const MIN_COSINE = 0.27;

/** Makes vectors of texts, whose length is one: their dot product is their similarity. */
export type LocalEmbedder = {
  /** The model: vectors of different models cannot be compared. */
  id: string;
  dimensions: number;
  /** Texts that are less near than this have nothing to do with each other. */
  minCosine: number;
  /** The vectors of texts, in order; accounts take turns. @throws ApiError as `embedTexts` of the engine */
  embed(texts: readonly string[], by: Omit<EmbedCall, 'texts'>): Promise<Float32Array[]>;
};

/** What embeds texts on this machine; null while its weights are not here. */
export function localEmbedder(): LocalEmbedder | null {
  if (embeddingModelPath() === null) return null;
  return {
    id: EMBEDDING_MODEL.id,
    dimensions: EMBEDDING_DIMENSIONS,
    minCosine: MIN_COSINE,
    embed: async (texts, by) => (await embedTexts({ texts, ...by })).map(({ vector }) => vector),
  };
}

/** Embeds the texts of a call. */
export const embedLocally: TextEmbedder = async ({ model, texts, account, signal }) => {
  if (model !== EMBEDDING_MODEL.id) {
    throw new ApiError('MODEL_OFFLINE', 'The model is offline.', { cause: new Error(model) });
  }
  const results = await embedTexts({ texts, account, signal });
  return {
    vectors: results.map(({ vector }) => vector),
    promptTokens: results.reduce((sum, { tokens }) => sum + tokens, 0),
  };
};

/** Counts the texts of a call with the tokenizer that embedding uses. */
export const countLocally: TextCounter = (call) => countMostTokens(call);
