import { z } from 'zod';
import type { ErrorCode } from '../core/errors';
import { EFFORTS } from '../models/values';
import { bounded } from './request/bounded';
import { listOf } from './request/list-of';
import { Message, withinAllLists } from './request/message';
import { SvcParameters } from './request/options';
import { ResponseFormat, ToolChoice, Tools } from './request/tools';
import { checkTogether } from './request/check-together';
import { withCurrentNames } from './request/current-names';

/**
 * Request of `POST /chat/completions` (docs/api-rules.md, "Chat request fields"); the answer is in `answer/wire.ts`.
 */

/** Limits of fields (docs/api-rules.md, "Chat request fields"). */
const MAX_CHOICES = 8;
const MAX_STOPS = 4;
const MAX_STOP_CHARACTERS = 2_000;
const MAX_FALLBACKS = 10;
const MAX_MESSAGES = 5_000;
/** For every list and map without a tighter limit. */
const MAX_LISTED = 1_000;
const MAX_END_USER_CHARACTERS = 128;

const Effort = z.enum(EFFORTS);

const Stop = z.string().min(1).max(MAX_STOP_CHARACTERS);

const Verbosity = z.enum(['low', 'medium', 'high', 'auto']);

const Fields = z.looseObject({
  model: z.string().min(1).meta({
    description: 'Model ID, trait, or alias, with an optional feature suffix.',
    example: 'smollm2-135m',
  }),
  messages: bounded(withinAllLists(listOf(Message).min(1).max(MAX_MESSAGES)), MAX_MESSAGES).meta({
    description: 'The conversation so far, oldest first.',
  }),
  frequency_penalty: z.number().min(-2).max(2).optional().meta({
    description: 'Penalizes tokens by how often they have already occurred. The model may have another default.',
    example: 0,
    default: 0,
  }),
  presence_penalty: z.number().min(-2).max(2).optional().meta({
    description: 'Penalizes tokens that have already occurred. The model may have another default.',
    example: 0,
    default: 0,
  }),
  repetition_penalty: z.number().min(0).optional().meta({
    description: '1 is none, above discourages repetition. The model may have another default.',
    example: 1.1,
    default: 1,
  }),
  temperature: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .meta({ description: 'Sampling temperature. Default: the model’s.', example: 0.7 }),
  top_p: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'Nucleus sampling. Default: the model’s.', example: 0.9 }),
  top_k: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Samples only from the k most likely tokens; 0 means all.', example: 40 }),
  min_p: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'Drops tokens less likely than this fraction of the most likely token.', example: 0.05 }),
  min_temp: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .meta({ description: 'Minimum of the dynamic temperature.', example: 0 }),
  max_temp: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .meta({ description: 'Maximum of the dynamic temperature.', example: 1 }),
  logprobs: z
    .boolean()
    .optional()
    .meta({ description: 'Whether to return log probabilities.', example: false, default: false }),
  top_logprobs: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Number of alternatives to return per token, at most 20. Requires `logprobs`.', example: 0 }),
  max_completion_tokens: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Maximum number of generated tokens per choice, including reasoning.', example: 256 }),
  max_tokens: z.int().optional().meta({
    description: 'Older name of `max_completion_tokens`, which wins. Values of 0 or less are ignored.',
    example: 256,
    deprecated: true,
  }),
  n: z
    .int()
    .min(1)
    .max(MAX_CHOICES)
    .optional()
    .meta({ description: 'Number of choices; all are billed.', example: 1, default: 1 }),
  seed: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Makes sampling reproducible as far as the model allows.', example: 7 }),
  stop: z
    .union([Stop, bounded(z.array(Stop).min(1).max(MAX_STOPS), MAX_STOPS)], {
      error: `Must be a string or an array of 1 to ${MAX_STOPS} strings, each of 1 to ${MAX_STOP_CHARACTERS} characters`,
    })
    .optional()
    .meta({ description: 'Stop sequences. Generation ends before any of them.', example: ['\n\n'] }),
  stop_token_ids: bounded(listOf(z.int().min(0)).max(MAX_LISTED), MAX_LISTED)
    .optional()
    .meta({ description: 'Token IDs at which generation ends.', example: [2] }),
  stream: z
    .boolean()
    .optional()
    .meta({ description: 'Whether to stream the answer as server-sent events.', example: true, default: false }),
  stream_options: z
    .object({ include_usage: z.boolean().nullish() })
    .optional()
    .meta({ description: 'Accepted without effect: usage is always sent.', example: { include_usage: true } }),
  response_format: ResponseFormat.optional().meta({
    description: 'Format of the answer: text, or JSON on models that support it.',
    example: { type: 'text' },
  }),
  tools: Tools.optional().meta({ description: 'Functions that the model may call.', example: [] }),
  tool_choice: ToolChoice.optional().meta({ description: 'Whether a tool is called, and which one.', example: 'auto' }),
  parallel_tool_calls: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the model may call several tools at once.', example: true, default: true }),
  reasoning_effort: Effort.optional().meta({
    description: 'How much the model reasons before it answers.',
    example: 'low',
  }),
  reasoning: z
    .object({
      effort: Effort.nullish(),
      summary: z.enum(['auto', 'concise', 'detailed']).nullish(),
      enabled: z.boolean().nullish(),
    })
    .optional()
    .meta({ description: 'Further reasoning settings.', example: { enabled: false } }),
  verbosity: Verbosity.optional().meta({ description: 'How detailed the answer should be.', example: 'auto' }),
  text: z
    .looseObject({ verbosity: Verbosity.nullish() })
    .optional()
    .meta({ description: 'Accepted; only `verbosity` inside is read.', example: {} }),
  prompt_cache_key: z
    .string()
    .optional()
    .meta({ description: 'Your requests with the same key are routed to the same upstream.', example: 'chat-7' }),
  prompt_cache_retention: z
    .enum(['default', 'extended', '24h'])
    .optional()
    .meta({ description: 'How long the prompt stays cached.', example: 'default' }),
  anon_user_id: z
    .string()
    .max(MAX_END_USER_CHARACTERS, { abort: true })
    .regex(/^(?!.*\|\|)[\x20-\x7e]+$/, 'Must be 1 to 128 printable ASCII characters without "||"')
    .optional()
    .meta({ description: 'ID of your end user.', example: 'user-42' }),
  fallbacks: bounded(z.array(z.looseObject({ model: z.string() })).max(MAX_FALLBACKS), MAX_FALLBACKS)
    .optional()
    .meta({ description: 'Further models; may be ignored.', example: [{ model: 'default' }] }),
  user: z.unknown().optional().meta({ description: 'Accepted, no effect.', example: 'user-42' }),
  store: z.unknown().optional().meta({ description: 'Accepted, no effect.', example: false }),
  include: bounded(listOf(z.string()).max(MAX_LISTED), MAX_LISTED)
    .optional()
    .meta({ description: 'Accepted, no effect.', example: [] }),
  metadata: bounded(z.record(z.string(), z.string()), MAX_LISTED)
    .optional()
    .meta({ description: 'Accepted, no effect.', example: {} }),
  svc_parameters: SvcParameters.optional(),
});

/** Names of all fields above. Of other fields, only some reach an upstream. */
export const KNOWN_FIELDS: ReadonlySet<string> = new Set(Object.keys(Fields.shape));

/**
 * Body of `POST /chat/completions`. Unknown fields are kept here, but few go on to upstreams (`extraFields`). A null field
 * counts as absent, because existing clients send it; the older names `input`, `max_output_tokens`, `web_search` and
 * `promptCacheKey` are accepted.
 */
export const ChatRequest = z
  .preprocess(withCurrentNames, Fields.superRefine(checkTogether))
  .meta({ id: 'ChatRequest', description: 'A chat.' });
export type ChatRequest = z.output<typeof ChatRequest>;

/**
 * Errors of chat requests in addition to those of every request (docs/api-rules.md, "Error codes"), for the API
 * description.
 */
export const CHAT_CODES: readonly ErrorCode[] = [
  'TOO_MANY_TOKENS',
  'CHARACTER_NOT_FOUND',
  'INVALID_MODEL',
  'INVALID_FILE_SIZE',
  'INVALID_IMAGE_FORMAT',
  'INVALID_AUDIO_FORMAT',
  'INVALID_VIDEO_FORMAT',
  'IMAGE_TOO_SMALL',
  'CORRUPTED_IMAGE',
  'CONTENT_POLICY_VIOLATION',
];
