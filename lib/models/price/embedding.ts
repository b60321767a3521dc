import { z } from 'zod';
import { PriceText } from './amount';
import { wholePart, type BillPart } from './bill';
import { pricePair, type EmbeddingPricing } from './wire';

/** Prices of an embedding model, nano-USD per million tokens. Embeddings generate no tokens: `output` is only shown. */
export type EmbeddingPrice = { inputNanoUsd: bigint; outputNanoUsd: bigint };

/** Prices of an embedding model in the service file: decimal text, USD per million tokens. */
export const EmbeddingPriceLayout = z.strictObject({ input: PriceText, output: PriceText });

/** The bill parts of an embedding request (docs/api-rules.md, "Priced units"): the tokens of all its texts. */
export function embeddingParts(price: EmbeddingPrice, usage: { promptTokens: number }): BillPart[] {
  return [wholePart('embedding_input', usage.promptTokens, price.inputNanoUsd)];
}

/** Reads the price from the service file. */
export function readEmbeddingPrice(entry: z.output<typeof EmbeddingPriceLayout>): EmbeddingPrice {
  return { inputNanoUsd: entry.input, outputNanoUsd: entry.output };
}

/** A price in the wire layout. */
export function embeddingPricing(price: EmbeddingPrice): EmbeddingPricing {
  return { input: pricePair(price.inputNanoUsd), output: pricePair(price.outputNanoUsd) };
}
