import { z } from 'zod';
import { EffectiveParameters } from '../request/options';

/** Answer and chunk of `POST /chat/completions` (contract 4.7, 4.8). */

const Count = z.int().min(0);

/** Tokens of a request (contract 4.7). */
export const ChatUsage = z
  .object({
    prompt_tokens: Count.meta({ description: 'Tokens of the prompt, cached ones included.', example: 31 }),
    completion_tokens: Count.meta({ description: 'Generated tokens of all choices.', example: 6 }),
    total_tokens: Count.meta({ description: 'The sum of both.', example: 37 }),
    prompt_tokens_details: z
      .object({ cached_tokens: Count, cache_creation_input_tokens: Count.optional() })
      .meta({ description: 'Parts of the prompt’s tokens.', example: { cached_tokens: 0 } }),
    completion_tokens_details: z
      .object({ reasoning_tokens: Count })
      .nullable()
      .meta({ description: 'Parts of the generated tokens; null without thinking.', example: null }),
  })
  .meta({ id: 'ChatUsage', description: 'Tokens of the request.' });
export type ChatUsage = z.output<typeof ChatUsage>;

const Cost = z
  .object({ usd: z.number().min(0), diem: z.number().min(0) })
  .meta({ description: 'What was charged.', example: { usd: 0.0000123, diem: 0 } });

const FinishReason = z
  .enum(['stop', 'length', 'tool_calls'])
  .meta({ description: 'Why the choice ended.', example: 'stop' });

const AnswerId = z
  .string()
  .meta({ description: 'Id of the answer.', example: 'chatcmpl-5b0d6f1a2c3e4f5061728394a5b6c7d8' });
const Created = z.int().meta({ description: 'Unix seconds.', example: 1795248000 });
const AnswerModel = z.string().meta({ description: 'Id of the model that answered.', example: 'smollm2-135m' });
const Index = z.int().min(0).meta({ description: 'Number of the choice, from 0.', example: 0 });

const Bytes = z.array(z.int().min(0).max(255)).nullable();

/** A token, its natural log probability, and the bytes of its text. */
const Alternative = z.object({ token: z.string(), logprob: z.number(), bytes: Bytes });

const TokenLogprob = Alternative.extend({ top_logprobs: z.array(Alternative) });

/** Log probabilities in both layouts in use (contract 1.5a 3): all tokens, and the first one's flat. */
const Logprobs = z
  .object({
    content: z.array(TokenLogprob),
    ...TokenLogprob.partial().shape,
  })
  .nullable()
  .meta({
    description: 'Log probabilities, where they were asked for; the flat members are those of the first token.',
    example: null,
  });

const ToolCall = z
  .object({
    id: z.string(),
    type: z.literal('function'),
    function: z.object({ name: z.string(), arguments: z.string().meta({ description: 'JSON text.' }) }),
  })
  .meta({ id: 'ChatToolCall', description: 'A call of a function that the model asks for.' });

/** Thinking in the upstream's own layout; to be sent back unchanged. */
const ReasoningDetails = z.array(z.looseObject({ type: z.string() }));

/** An assistant's message. Fields of the upstream that are none of ours are told as they came. */
const AssistantMessage = z.looseObject({
  role: z.literal('assistant'),
  content: z.string().nullable().meta({
    description: 'The text; null where the model only calls functions.',
    example: 'The conductor punched one for every stage of the journey.',
  }),
  reasoning_content: z.string().nullable().meta({ description: 'The model’s thinking; null without.', example: null }),
  reasoning_details: ReasoningDetails.optional(),
  tool_calls: z.array(ToolCall).optional(),
});

/** The answer where `stream` is false (contract 4.7). */
export const ChatCompletion = z
  .object({
    id: AnswerId,
    object: z.literal('chat.completion'),
    created: Created,
    model: AnswerModel,
    choices: z.array(
      z.object({
        index: Index,
        finish_reason: FinishReason,
        stop_reason: z.enum(['stop', 'length']).nullable(),
        logprobs: Logprobs,
        message: AssistantMessage,
      }),
    ),
    usage: ChatUsage,
    cost: Cost,
    prompt_logprobs: z.null(),
    svc_parameters: EffectiveParameters,
  })
  .meta({ id: 'ChatCompletion', description: 'A whole answer.' });
export type ChatCompletion = z.output<typeof ChatCompletion>;

/** A fragment of a call: `id`, `type` and `name` come in the first one, `arguments` accumulates. */
const ToolCallDelta = z.object({
  index: Index,
  id: z.string().optional(),
  type: z.literal('function').optional(),
  function: z.object({ name: z.string().optional(), arguments: z.string().optional() }),
});

/** One event of a streamed answer (contract 4.8). The last one has no choices, but `usage` and `cost`. */
export const ChatChunk = z
  .object({
    id: AnswerId,
    object: z.literal('chat.completion.chunk'),
    created: Created,
    model: AnswerModel,
    choices: z.array(
      z.object({
        index: Index,
        delta: z.looseObject({
          role: z.literal('assistant').optional(),
          content: z.string().optional(),
          reasoning_content: z.string().optional(),
          reasoning_details: ReasoningDetails.optional(),
          tool_calls: z.array(ToolCallDelta).optional(),
        }),
        finish_reason: FinishReason.nullable(),
        logprobs: z
          .object({ content: z.array(TokenLogprob) })
          .optional()
          .meta({ description: 'Log probabilities of this piece, where they were asked for.' }),
      }),
    ),
    usage: ChatUsage.optional(),
    cost: Cost.optional(),
  })
  .meta({ id: 'ChatChunk', description: 'One event of a streamed answer.' });
export type ChatChunk = z.output<typeof ChatChunk>;
