import { z } from 'zod';
import { EmbeddingPricing } from '../price/wire';
import { modelMembers, specMembers } from './base';

/** The `model_spec` of an embedding model (docs/api-rules.md, "Model object"). */
const EmbeddingSpec = z.object({
  ...specMembers,
  embeddingDimensions: z
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'Dimensions of a vector', example: 1_024 }),
  maxInputTokens: z.number().int().positive().meta({ description: 'Maximum tokens of one text', example: 8_192 }),
  supportsCustomDimensions: z.boolean().meta({ description: 'Whether `dimensions` may be set', example: false }),
  pricing: EmbeddingPricing,
});

/** An embedding model on the wire. */
export const WireEmbeddingModel = z
  .object({ ...modelMembers, type: z.literal('embedding'), model_spec: EmbeddingSpec })
  .meta({ id: 'EmbeddingModel', description: 'An embedding model.' });
