/** The length of the embedded model's vectors. */
export const EMBEDDING_DIMENSIONS = 384;
