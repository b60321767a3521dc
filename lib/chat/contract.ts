import { z } from 'zod';
import { bounded } from './request/bounded';
import { listOf } from './request/list-of';
import { Message, withinAllLists } from './request/message';
import { SvcParameters } from './request/options';
import { ResponseFormat, ToolChoice, Tools } from './request/tools';
import { checkTogether } from './request/check-together';
import { withCurrentNames } from './request/current-names';

/** Request of `POST /chat/completions` (contract 4.1); its answer stands in `answer/wire.ts`. */

/** ‡ bounds of contract 22. */
const MAX_CHOICES = 8;
const MAX_STOPS = 4;
const MAX_STOP_CHARACTERS = 2_000;
const MAX_FALLBACKS = 10;
const MAX_MESSAGES = 5_000;
/** Of every list and map that has no narrower bound. */
const MAX_LISTED = 1_000;
const MAX_END_USER_CHARACTERS = 128;

const Effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);

const Stop = z.string().min(1).max(MAX_STOP_CHARACTERS);

const Verbosity = z.enum(['low', 'medium', 'high', 'auto']);

const Fields = z.looseObject({
  model: z.string().min(1).meta({
    description: 'Model id, trait or foreign name, with an optional feature suffix.',
    example: 'smollm2-135m',
  }),
  messages: bounded(withinAllLists(listOf(Message).min(1).max(MAX_MESSAGES)), MAX_MESSAGES).meta({
    description: 'The conversation so far, oldest first.',
  }),
  frequency_penalty: z
    .number()
    .min(-2)
    .max(2)
    .optional()
    .meta({ description: 'Lowers tokens by how often they came.', example: 0 }),
  presence_penalty: z
    .number()
    .min(-2)
    .max(2)
    .optional()
    .meta({ description: 'Lowers tokens that came at all.', example: 0 }),
  repetition_penalty: z
    .number()
    .min(0)
    .optional()
    .meta({ description: '1 is none, above discourages repetition.', example: 1.1 }),
  temperature: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .meta({ description: 'Randomness; the default is the model’s.', example: 0.7 }),
  top_p: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'Nucleus sampling; the default is the model’s.', example: 0.9 }),
  top_k: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Samples among the k likeliest tokens; 0 is all.', example: 40 }),
  min_p: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'Drops tokens below this share of the likeliest.', example: 0.05 }),
  min_temp: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .meta({ description: 'Lower bound of the dynamic temperature.', example: 0 }),
  max_temp: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .meta({ description: 'Upper bound of the dynamic temperature.', example: 1 }),
  logprobs: z.boolean().optional().meta({ description: 'Whether to return log probabilities.', example: false }),
  top_logprobs: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'How many alternatives per token, at most 20; only with `logprobs`.', example: 0 }),
  max_completion_tokens: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Upper bound of generated tokens per choice, thinking included.', example: 256 }),
  max_tokens: z
    .int()
    .optional()
    .meta({ description: 'Older name of max_completion_tokens; 0 and below are ignored.', example: 256 }),
  n: z.int().min(1).max(MAX_CHOICES).optional().meta({ description: 'Number of choices; all are billed.', example: 1 }),
  seed: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Makes sampling repeatable as far as the model allows.', example: 7 }),
  stop: z
    .union([Stop, bounded(z.array(Stop).min(1).max(MAX_STOPS), MAX_STOPS)], {
      error: `Must be a string or an array of 1 to ${MAX_STOPS} strings, each of 1 to ${MAX_STOP_CHARACTERS} characters`,
    })
    .optional()
    .meta({ description: 'Generation ends before any of these texts.', example: ['\n\n'] }),
  stop_token_ids: bounded(listOf(z.int().min(0)).max(MAX_LISTED), MAX_LISTED)
    .optional()
    .meta({ description: 'Generation ends at any of these tokens.', example: [2] }),
  stream: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the answer comes as server-sent events.', example: true }),
  stream_options: z
    .object({ include_usage: z.boolean().nullish() })
    .optional()
    .meta({ description: 'Accepted; usage is always sent.', example: { include_usage: true } }),
  response_format: ResponseFormat.optional().meta({
    description: 'Text, or JSON on models that support it.',
    example: { type: 'text' },
  }),
  tools: Tools.optional().meta({ description: 'Functions that the model may call.', example: [] }),
  tool_choice: ToolChoice.optional().meta({ description: 'Whether and which tool is called.', example: 'auto' }),
  parallel_tool_calls: z
    .boolean()
    .optional()
    .meta({ description: 'Whether several tools may be called at once.', example: true }),
  reasoning_effort: Effort.optional().meta({ description: 'How much the model thinks.', example: 'low' }),
  reasoning: z
    .object({
      effort: Effort.nullish(),
      summary: z.enum(['auto', 'concise', 'detailed']).nullish(),
      enabled: z.boolean().nullish(),
    })
    .optional()
    .meta({ description: 'Further settings of thinking.', example: { enabled: false } }),
  verbosity: Verbosity.optional().meta({ description: 'How long answers are.', example: 'auto' }),
  text: z
    .looseObject({ verbosity: Verbosity.nullish() })
    .optional()
    .meta({ description: 'Accepted; only `verbosity` inside is read.', example: {} }),
  prompt_cache_key: z
    .string()
    .optional()
    .meta({ description: 'Requests with the same key go to the same upstream.', example: 'chat-7' }),
  prompt_cache_retention: z
    .enum(['default', 'extended', '24h'])
    .optional()
    .meta({ description: 'How long a prompt stays cached.', example: 'default' }),
  anon_user_id: z
    .string()
    .max(MAX_END_USER_CHARACTERS, { abort: true })
    .regex(/^(?!.*\|\|)[\x20-\x7e]+$/, 'Must be 1 to 128 printable ASCII characters without "||"')
    .optional()
    .meta({ description: 'The caller’s own end user.', example: 'user-42' }),
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

/** Names of all fields above: what is not among them is passed on unread. */
export const KNOWN_FIELDS: ReadonlySet<string> = new Set(Object.keys(Fields.shape));

/**
 * Body of `POST /chat/completions`. Unknown fields are kept as they came; a null field counts as absent, as existing
 * clients send it; the older names `input`, `max_output_tokens`, `web_search` and `promptCacheKey` are understood.
 */
export const ChatRequest = z
  .preprocess(withCurrentNames, Fields.superRefine(checkTogether))
  .meta({ id: 'ChatRequest', description: 'A chat.' });
export type ChatRequest = z.output<typeof ChatRequest>;
