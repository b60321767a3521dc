import { z } from 'zod';
import { TextPricing } from '../price/wire';
import { EFFORTS, QUANTIZATIONS } from '../values';
import { modelMembers, specMembers } from './base';

const tokenCount = z.number().int().positive();
const mediaCount = z.number().int().positive().optional();

/** Capabilities of a text model: a closed object, every boolean required (docs/api-rules.md, "Text abilities"). */
const TextCapabilities = z.strictObject({
  optimizedForCode: z.boolean(),
  quantization: z.enum(QUANTIZATIONS),
  supportsFunctionCalling: z.boolean(),
  supportsAudioInput: z.boolean(),
  supportsReasoning: z.boolean(),
  supportsReasoningEffort: z.boolean(),
  reasoningEffortOptions: z
    .array(z.enum(EFFORTS))
    .optional()
    .meta({ description: 'Allowed values of `reasoning_effort`', example: ['low', 'medium', 'high'] }),
  defaultReasoningEffort: z
    .enum(EFFORTS)
    .optional()
    .meta({ description: 'Reasoning effort that is used if the request sets none', example: 'medium' }),
  supportsResponseSchema: z.boolean(),
  supportsMultipleImages: z.boolean(),
  maxImages: mediaCount.meta({ description: 'Maximum images per request', example: 10 }),
  supportsVision: z.boolean(),
  supportsVideoInput: z.boolean(),
  maxVideos: mediaCount.meta({ description: 'Maximum videos per request', example: 3 }),
  supportsWebSearch: z.boolean(),
  supportsLogProbs: z.boolean(),
  supportsTeeAttestation: z.boolean(),
  supportsE2EE: z.boolean(),
  supportsXSearch: z.boolean(),
});

const sampled = z.object({ default: z.number() });

/** Sampling defaults of a text model (docs/api-rules.md, "Model object"). */
const TextConstraints = z.object({
  temperature: sampled.meta({ description: 'Used if the request sets none', example: { default: 0.7 } }),
  top_p: sampled.meta({ example: { default: 0.9 } }),
  frequency_penalty: sampled.optional(),
  presence_penalty: sampled.optional(),
  repetition_penalty: sampled.optional(),
});

/** The `model_spec` of a text model (docs/api-rules.md, "Model object"). */
const TextSpec = z.object({
  ...specMembers,
  availableContextTokens: tokenCount.meta({
    description: 'Context length: tokens of prompt and answer together',
    example: 131_072,
  }),
  maxCompletionTokens: tokenCount.meta({ description: 'Maximum tokens of one answer', example: 16_384 }),
  capabilities: TextCapabilities,
  constraints: TextConstraints,
  pricing: TextPricing,
});

/** A text model on the wire. */
export const WireTextModel = z
  .object({
    ...modelMembers,
    type: z.literal('text'),
    context_length: tokenCount.meta({ description: 'Mirrors `availableContextTokens`', example: 131_072 }),
    model_spec: TextSpec,
  })
  .meta({ id: 'TextModel', description: 'A text model.' });
export type WireTextModel = z.output<typeof WireTextModel>;
