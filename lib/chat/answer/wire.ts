import { z } from 'zod';
import { EffectiveParameters } from '../request/options';
import { ReasoningDetail } from '../request/reasoning-detail';

/** Answer and chunk of `POST /chat/completions` (docs/api-rules.md, "Chat answer" and "Streaming"). */

const Count = z.int().min(0);

/** Tokens of a request (docs/api-rules.md, "Chat answer"). */
export const ChatUsage = z
  .object({
    prompt_tokens: Count.meta({ description: 'Prompt tokens, including cached ones.', example: 31 }),
    completion_tokens: Count.meta({
      description: 'Generated tokens across all choices, including reasoning.',
      example: 12,
    }),
    total_tokens: Count.meta({ description: 'Prompt plus completion tokens.', example: 43 }),
    prompt_tokens_details: z
      .object({ cached_tokens: Count, cache_creation_input_tokens: Count.optional() })
      .meta({ description: 'Breakdown of the prompt tokens.', example: { cached_tokens: 0 } }),
    completion_tokens_details: z
      .object({ reasoning_tokens: Count })
      .nullable()
      .meta({ description: 'Breakdown of the completion tokens; null if the model did not reason.', example: null }),
  })
  .meta({ id: 'ChatUsage', description: 'Token usage of the request.' });
export type ChatUsage = z.output<typeof ChatUsage>;

const Cost = z
  .object({ usd: z.number().min(0), diem: z.number().min(0) })
  .meta({ description: 'What was charged.', example: { usd: 0.00000275, diem: 0 } });

const FinishReason = z
  .enum(['stop', 'length', 'tool_calls'])
  .meta({ description: 'Why generation of this choice stopped.', example: 'stop' });

const AnswerId = z
  .string()
  .meta({ description: 'Unique ID of the answer.', example: 'chatcmpl-5b0d6f1a2c3e4f5061728394a5b6c7d8' });
const Created = z.int().meta({ description: 'Unix seconds.', example: 1795248000 });
const AnswerModel = z
  .string()
  .meta({ description: 'Id of the model that generated the answer.', example: 'smollm2-135m' });
const Index = z.int().min(0).meta({ description: 'Index of the choice, starting at 0.', example: 0 });

const Bytes = z.array(z.int().min(0).max(255)).nullable();

/** A token, its natural log probability, and the bytes of its text. */
const Alternative = z.object({ token: z.string(), logprob: z.number(), bytes: Bytes });

const TokenLogprob = Alternative.extend({ top_logprobs: z.array(Alternative) });

/**
 * Log probabilities in both layouts in use (docs/api-rules.md, "Wire tolerances"): all tokens as a list, the first
 * one's at the top level.
 */
const Logprobs = z
  .object({
    content: z.array(TokenLogprob),
    ...TokenLogprob.partial().shape,
  })
  .nullable()
  .meta({
    description:
      'Log probabilities, if requested. `content` covers all tokens; the other members are those of the first token.',
    example: null,
  });

const ToolCall = z
  .object({
    id: z.string(),
    type: z.literal('function'),
    function: z.object({ name: z.string(), arguments: z.string().meta({ description: 'JSON text.' }) }),
  })
  .meta({ id: 'ChatToolCall', description: 'A function call that the model requests.' });

/** Reasoning in the upstream's own layout. Clients send it back unchanged. */
const ReasoningDetails = z.array(ReasoningDetail);

/** An assistant's message. Upstream fields that this API does not define are passed through. */
const AssistantMessage = z.looseObject({
  role: z.literal('assistant'),
  content: z.string().nullable().meta({
    description: 'The text; null if the model only called tools.',
    example: 'The conductor punched one for every stage of the journey.',
  }),
  reasoning_content: z.string().nullable().meta({ description: 'The model’s thinking; null without.', example: null }),
  reasoning_details: ReasoningDetails.optional(),
  tool_calls: z.array(ToolCall).optional(),
});

/** The answer if `stream` is false (docs/api-rules.md, "Chat answer"). */
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
  .meta({ id: 'ChatCompletion', description: 'A non-streaming answer.' });
export type ChatCompletion = z.output<typeof ChatCompletion>;

/** A fragment of a tool call: the first one has `id`, `type`, and `name`; `arguments` are to be concatenated. */
const ToolCallDelta = z.object({
  index: Index,
  id: z.string().optional(),
  type: z.literal('function').optional(),
  function: z.object({ name: z.string().optional(), arguments: z.string().optional() }),
});

/**
 * One event of a streamed answer (docs/api-rules.md, "Streaming"). The last one has no choices, only `usage` and
 * `cost`.
 */
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
          .meta({ description: 'Log probabilities of this chunk’s tokens, if requested.' }),
      }),
    ),
    usage: ChatUsage.optional(),
    cost: Cost.optional(),
    svc_parameters: EffectiveParameters.pick({ web_search_citations: true })
      .optional()
      .meta({
        description: 'Only in the first chunk, if search results were asked for in the stream.',
        example: { web_search_citations: [] },
      }),
  })
  .meta({ id: 'ChatChunk', description: 'One chunk of a streamed answer.' });
export type ChatChunk = z.output<typeof ChatChunk>;
