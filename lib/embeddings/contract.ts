import { z } from 'zod';
import type { ErrorCode } from '../core/errors';

/** Requests and answers of embeddings (docs/api-rules.md, "Embeddings"). */

/** The most texts of a request. */
const MAX_TEXTS = 2_048;
const MAX_DIMENSIONS = 65_536;

const Text = z.string().min(1, { error: 'Must not be empty' });

/**
 * Checks what an input is before its schema does: the schema would report an item of a list of token IDs as a wrong item,
 * and each of millions of them.
 */
function withClearProblems<S extends z.ZodType>(schema: S) {
  return z.preprocess((input, context) => {
    const problem = inputProblem(input);
    if (problem === null) return input;
    context.addIssue(problem);
    return z.NEVER;
  }, schema);
}

/** What is wrong with an input as a whole; null if it is a text, or a list of texts. */
function inputProblem(input: unknown): string | null {
  if (typeof input === 'string') return null;
  if (!Array.isArray(input)) return 'Must be a text, or a list of texts';
  if (input.length === 0 || input.length > MAX_TEXTS) return `Must have 1 to ${MAX_TEXTS} texts`;
  const at = input.findIndex((item) => typeof item !== 'string');
  if (at < 0) return null;
  const item: unknown = input[at];
  if (typeof item === 'number' || Array.isArray(item)) return 'Token IDs are not accepted: send texts';
  return `Must be a text, or a list of texts; item ${at} is neither`;
}

/** Body of `POST /embeddings`. Unknown fields are ignored, and a null field counts as absent. */
export const EmbeddingsRequest = z
  .object({
    model: z.string().min(1).meta({ description: 'ID, trait, or alias of an embedding model.', example: 'default' }),
    input: withClearProblems(z.union([Text, z.array(Text).min(1).max(MAX_TEXTS)])).meta({
      description: `One text, or up to ${MAX_TEXTS} of them. No token IDs.`,
      example: ['A red kite above a lighthouse'],
    }),
    encoding_format: z
      .enum(['float', 'base64'])
      .nullish()
      .meta({ description: 'Vectors as numbers, or as base64 of little-endian 32-bit floats.', example: 'float' }),
    dimensions: z
      .int()
      .min(1)
      .max(MAX_DIMENSIONS)
      .nullish()
      .meta({ description: 'Length of the vectors; only for models with `supportsCustomDimensions`.', example: 256 }),
    user: z.unknown().optional().meta({ description: 'Ignored.', example: 'user-42' }),
  })
  .meta({ id: 'EmbeddingsRequest', description: 'Texts to embed.' });
export type EmbeddingsRequest = z.output<typeof EmbeddingsRequest>;

/** Answer of `POST /embeddings`. */
export const EmbeddingsAnswer = z
  .object({
    object: z.literal('list'),
    model: z.string().meta({ description: 'ID of the model that answered.', example: 'all-minilm-l6-v2' }),
    data: z
      .array(
        z.object({
          object: z.literal('embedding'),
          index: z.int().meta({ description: 'Position of the text in the request, from 0.', example: 0 }),
          embedding: z.union([z.array(z.number()), z.string()]).meta({
            description: 'Numbers, or base64 with `encoding_format: base64`.',
            example: [0.01, -0.2, 0.07],
          }),
        }),
      )
      .meta({ description: 'A vector for each text, in order.' }),
    usage: z
      .object({ prompt_tokens: z.int(), total_tokens: z.int() })
      .meta({ description: 'Tokens of all texts.', example: { prompt_tokens: 9, total_tokens: 9 } }),
  })
  .meta({ id: 'Embeddings', description: 'Vectors of texts.' });
export type EmbeddingsAnswer = z.output<typeof EmbeddingsAnswer>;

/** Errors of embeddings in addition to those of every request, for the API description. */
export const EMBEDDING_CODES: readonly ErrorCode[] = ['INVALID_MODEL', 'TOO_MANY_TOKENS', 'CONTENT_POLICY_VIOLATION'];
