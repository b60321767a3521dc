import { z } from 'zod';

/**
 * What we read of an upstream's answers, forgivingly: nothing is required that we can do without, null is absence,
 * unknown fields are ignored. OpenAI, vLLM, SGLang, llama.cpp, Ollama, OpenRouter, TGI and LM Studio differ here.
 */

const Count = z.number().nonnegative().nullish().catch(null);

/** Usage of OpenAI's layout. */
export const WireUsage = z.object({
  prompt_tokens: Count,
  completion_tokens: Count,
  prompt_tokens_details: z.object({ cached_tokens: Count, cache_write_tokens: Count }).nullish().catch(null),
  completion_tokens_details: z.object({ reasoning_tokens: Count }).nullish().catch(null),
});
export type WireUsage = z.output<typeof WireUsage>;

const Text = z.string().nullish().catch(null);

/** A message, whole or in part: `reasoning_content` is DeepSeek's and vLLM's name, `reasoning` OpenRouter's and Ollama's. */
const WireMessage = z.object({ content: Text, reasoning_content: Text, reasoning: Text });
export type WireMessage = z.output<typeof WireMessage>;

const WireError = z.union([
  z.string().transform((message) => ({ message, code: null, type: null })),
  z.object({
    message: Text,
    code: z.union([z.string(), z.number()]).nullish().catch(null),
    type: Text,
  }),
]);
export type WireError = z.output<typeof WireError>;

/** A chunk of a stream, or a whole answer: they differ in `delta` and `message` only. */
export const WireChunk = z.object({
  choices: z
    .array(
      z.object({
        index: z.number().int().nonnegative().nullish(),
        delta: WireMessage.nullish(),
        message: WireMessage.nullish(),
        finish_reason: Text,
      }),
    )
    .nullish(),
  usage: WireUsage.nullish().catch(null),
  error: WireError.nullish(),
});
export type WireChunk = z.output<typeof WireChunk>;

/** The body of a refusal: `{error: {…}}`, `{error: "…"}`, `{message}`, `{detail}` (FastAPI), `{object: "error", …}` (old vLLM). */
export const WireRefusal = z.object({
  error: WireError.nullish().catch(null),
  message: Text,
  detail: z.unknown().optional(),
  code: z.union([z.string(), z.number()]).nullish().catch(null),
  type: Text,
});
export type WireRefusal = z.output<typeof WireRefusal>;
