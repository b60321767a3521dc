import { z } from 'zod';
import { EmbeddingPriceLayout, readEmbeddingPrice } from '../../price/embedding';
import { BASE_EXAMPLES, baseMembers, mediaTraits } from './base';

const MAX_DIMENSIONS = 65_536;
const MAX_INPUT_TOKENS = 10_000_000;

/** An embedding model of the service file. */
export const EmbeddingEntry = z.strictObject({
  type: z.literal('embedding'),
  ...baseMembers,
  price: EmbeddingPriceLayout,
  traits: mediaTraits,
  dimensions: z.int().min(1).max(MAX_DIMENSIONS).optional(),
  max_input_tokens: z.int().min(1).max(MAX_INPUT_TOKENS).default(8_192),
  custom_dimensions: z.boolean().default(false),
});

/** How the members of an embedding model are written, by name. */
export const EMBEDDING_EXAMPLES: Record<string, string> = {
  ...BASE_EXAMPLES,
  price: '{ input: "0.02", output: "0" }, in USD per million tokens',
  input: '"0.02"',
  output: '"0"',
  dimensions: '1024',
  max_input_tokens: '8192',
  custom_dimensions: 'true',
};

/** Reads the members that are specific to this type. */
export function readEmbeddingMetadata(entry: z.output<typeof EmbeddingEntry>) {
  return {
    type: 'embedding' as const,
    /** Vector dimensions, if known. */
    ...(entry.dimensions !== undefined && { dimensions: entry.dimensions }),
    /** Maximum tokens of one text. */
    maxInputTokens: entry.max_input_tokens,
    /** Whether the caller may request vectors of fewer dimensions. */
    customDimensions: entry.custom_dimensions,
    price: readEmbeddingPrice(entry.price),
  };
}

/** Metadata of an embedding model in addition to that of every model (docs/api-rules.md, "Model object"). */
export type EmbeddingMetadata = ReturnType<typeof readEmbeddingMetadata>;
