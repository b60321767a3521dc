import type { EmbeddingPrice } from '../price/embedding';

/** Metadata of an embedding model in addition to that of every model (docs/api-rules.md, "Model object"). */
export type EmbeddingMetadata = {
  type: 'embedding';
  /** Vector dimensions, if known. */
  dimensions?: number;
  /** Maximum tokens of one text. */
  maxInputTokens: number;
  /** Whether the caller may request vectors of fewer dimensions. */
  customDimensions: boolean;
  price: EmbeddingPrice;
};
