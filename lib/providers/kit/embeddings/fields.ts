/** What carries the fields of an embedding call, per upstream (docs/fields.md, "Embeddings"). */

/** The fields that an upstream may not know. */
export const EMBEDDING_FIELDS = ['dimensions', 'encoding', 'tokens', 'texts per request'] as const;

/** In the words of docs/fields.md; absent: the upstream has no such thing. */
export type CarriedEmbeddingFields = Partial<Record<(typeof EMBEDDING_FIELDS)[number], string>>;
