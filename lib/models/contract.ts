import { z } from 'zod';
import { TextPricing } from './price/wire';

/** The nine types of models. Source: contract 6.1. */
const MODEL_TYPES = ['asr', 'embedding', 'image', 'music', 'text', 'tts', 'upscale', 'inpaint', 'video'] as const;

/** Query of `GET /models` (contract 6.1): a type, `all`, or `code` (text models made for code). */
export const ListModelsQuery = z.object({
  type: z
    .enum([...MODEL_TYPES, 'all', 'code'])
    .default('text')
    .meta({ description: 'Which models to list; text models where it is left out.', example: 'text' }),
});
export type ListModelsQuery = z.output<typeof ListModelsQuery>;

/** Query of `GET /models/traits` and `GET /models/compatibility_mapping` (contract 6.7). */
export const ListNamesQuery = z.object({
  type: z
    .enum(MODEL_TYPES)
    .default('text')
    .meta({ description: 'Type of the models that the names lead to.', example: 'text' }),
});
export type ListNamesQuery = z.output<typeof ListNamesQuery>;

const tokenCount = z.number().int().positive();

/** Abilities of a text model: a closed object, every boolean required (contract 6.4). */
const TextCapabilities = z.strictObject({
  optimizedForCode: z.boolean(),
  quantization: z.enum(['fp4', 'fp8', 'fp16', 'bf16', 'int8', 'int4', 'not-available']),
  supportsFunctionCalling: z.boolean(),
  supportsAudioInput: z.boolean(),
  supportsReasoning: z.boolean(),
  supportsReasoningEffort: z.boolean(),
  reasoningEffortOptions: z.array(z.string()).optional(),
  defaultReasoningEffort: z.string().optional(),
  supportsResponseSchema: z.boolean(),
  supportsMultipleImages: z.boolean(),
  maxImages: z.number().int().positive().optional(),
  supportsVision: z.boolean(),
  supportsVideoInput: z.boolean(),
  maxVideos: z.number().int().positive().optional(),
  supportsWebSearch: z.boolean(),
  supportsLogProbs: z.boolean(),
  supportsTeeAttestation: z.boolean(),
  supportsE2EE: z.boolean(),
  supportsXSearch: z.boolean(),
});
export type TextCapabilities = z.output<typeof TextCapabilities>;

const sampled = z.object({ default: z.number() });

/** Sampling defaults of a text model (contract 6.5). */
const TextConstraints = z.object({
  temperature: sampled.meta({ description: 'Used where the caller sends none', example: { default: 0.7 } }),
  top_p: sampled.meta({ example: { default: 0.9 } }),
  frequency_penalty: sampled.optional(),
  presence_penalty: sampled.optional(),
  repetition_penalty: sampled.optional(),
});

/** That a model is to go (contract 6.3, 21). */
const WireDeprecation = z.object({
  date: z.string().meta({ description: 'The announced date, ISO 8601', example: '2026-12-31T00:00:00.000Z' }),
  removesAt: z
    .string()
    .meta({ description: 'From then on it is not served, ISO 8601', example: '2027-01-10T00:00:00.000Z' }),
  autoRemap: z.boolean().meta({ description: 'Whether calls then run on the replacement', example: true }),
  startsAt: z
    .string()
    .optional()
    .meta({ description: 'From then on answers warn of it, ISO 8601', example: '2026-12-20T00:00:00.000Z' }),
  replacementModelId: z.string().optional().meta({ description: 'The model to use instead', example: 'demo-text-m' }),
});

/** What `model_spec` says of a text model (contract 6.3). */
const TextModelSpec = z.object({
  name: z.string().meta({ description: 'Display name', example: 'Demo Text S' }),
  description: z.string().meta({ description: 'What it is, in a sentence', example: 'Small general model.' }),
  modelSource: z.string().meta({ description: 'Where its maker describes it; empty where unknown', example: '' }),
  privacy: z
    .enum(['private', 'anonymized'])
    .meta({ description: '`anonymized` models run at a third party', example: 'private' }),
  beta: z.boolean().meta({ example: false }),
  betaModel: z.boolean().meta({ example: false }),
  offline: z.boolean().meta({ description: 'Listed, but not answering now', example: false }),
  traits: z.array(z.string()).meta({ description: 'Names that lead to this model', example: ['default'] }),
  deprecation: WireDeprecation.optional().meta({ description: 'Only where its removal is scheduled' }),
  availableContextTokens: tokenCount.meta({ description: 'Tokens of prompt and answer together', example: 131_072 }),
  maxCompletionTokens: tokenCount.meta({ description: 'Most tokens of one answer', example: 16_384 }),
  capabilities: TextCapabilities,
  constraints: TextConstraints,
  pricing: TextPricing,
});

/** A model on the wire (contract 6.2). Further types join with their capability. */
export const WireModel = z
  .object({
    id: z.string().meta({ description: 'Case-sensitive id', example: 'demo-text-s' }),
    object: z.literal('model'),
    created: z
      .number()
      .int()
      .nonnegative()
      .meta({ description: 'Unix seconds of release; 0 where unknown', example: 1_772_323_200 }),
    owned_by: z.string().meta({ description: 'Who runs this service', example: 'farebox' }),
    type: z.literal('text').meta({ description: 'Type of the model', example: 'text' }),
    context_length: tokenCount.meta({ description: 'Mirrors `availableContextTokens`', example: 131_072 }),
    model_spec: TextModelSpec,
  })
  .meta({ id: 'Model', description: 'A model.' });
export type WireModel = z.output<typeof WireModel>;

/** Answer of `GET /models` (contract 6.1). */
export const ModelList = z
  .object({
    object: z.literal('list'),
    type: z.enum([...MODEL_TYPES, 'all', 'code']).meta({ description: 'The type that was asked for', example: 'text' }),
    data: z.array(WireModel).meta({ description: 'By release date, the newest first' }),
  })
  .meta({ id: 'ModelList', description: 'The models of a type that the caller may call.' });
export type ModelList = z.output<typeof ModelList>;

/** Answer of `GET /models/traits` and `GET /models/compatibility_mapping` (contract 6.7, 6.8). */
export const NameList = z
  .object({
    object: z.literal('list'),
    type: z.enum(MODEL_TYPES),
    data: z
      .record(z.string(), z.string())
      .meta({ description: 'Name that is valid as `model` → id of the model', example: { default: 'demo-text-s' } }),
  })
  .meta({ id: 'NameList', description: 'Names that lead to models.' });
export type NameList = z.output<typeof NameList>;
