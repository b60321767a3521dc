import type { EmbeddingPrice } from '../price/embedding';

/** What an embedding model has beside what every model has (contract 6.3, 7). */
export type EmbeddingMetadata = {
  type: 'embedding';
  /** Numbers of one vector, where they are known. */
  dimensions?: number;
  /** Most tokens of one text. */
  maxInputTokens: number;
  /** Whether the caller may ask for vectors of fewer numbers. */
  customDimensions: boolean;
  price: EmbeddingPrice;
};
