/**
 * Read this first. A capability is a function type; a provider is a record of optional capabilities.
 * Resilience is composition: `combine.ts` makes one `ChatModel` of several.
 */
import type { TokenUsage } from '../core/usage';

/** A message in the neutral layout. Media parts join the union when a provider can carry them. */
export type ChatMessage =
  | { role: 'system' | 'developer'; content: string; name?: string }
  | { role: 'user'; content: string | ContentPart[]; name?: string }
  | {
      role: 'assistant';
      content: string | null;
      name?: string;
      reasoning?: string;
      reasoningDetails?: unknown[];
      toolCalls?: ToolCall[];
    }
  | { role: 'tool'; content: string; toolCallId: string; name?: string };

/** A part of a user message. */
export type ContentPart = { type: 'text'; text: string };

/** A call of a tool that the model asked for; `arguments` is JSON text. */
export type ToolCall = { id: string; name: string; arguments: string };

/** Sampling as the caller set it; what is absent is the model's own default. Bounds: contract 4.1. */
export type Sampling = {
  temperature?: number;
  topP?: number;
  topK?: number;
  minP?: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  repetitionPenalty?: number;
  seed?: number;
};

/** One call of a chat model. */
export type ChatCall = {
  /** The upstream's own name of the model. */
  model: string;
  messages: ChatMessage[];
  sampling: Sampling;
  /** Upper bound of generated tokens per choice, ≥ 1; already clamped to what the hold carries. */
  maxTokens: number;
  /** 0…4 strings. */
  stop: string[];
  /** Number of choices, 1…8. */
  choices: number;
  /** Routing hint (contract 4.1). */
  promptCacheKey?: string;
  /** Fields of the request that are not in our schema: passed on unvalidated where the wire format is the same. */
  extra: Record<string, unknown>;
  /** Told before every attempt where the call goes: `retries` counts from 0. */
  onRoute?: (route: { provider: string; retries: number }) => void;
  /** Aborted when the caller leaves or the deadline passes: the upstream must stop within one token. */
  signal: AbortSignal;
};

/** Why a choice ended. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/**
 * What a chat model yields, in order of arrival. `choice` counts from 0. `usage` comes whenever the
 * upstream reports it, mostly as the last part; of several the last counts. Where an upstream reports none it is absent
 * and the caller counts the text itself. `tokens` made this piece of text,
 * where the model tells it: an answer that is left midway is then charged exactly.
 * A call whose signal was aborted throws the signal's reason.
 */
export type ChatPart =
  | { type: 'text'; choice: number; text: string; tokens?: number }
  | { type: 'reasoning'; choice: number; text: string }
  | { type: 'finish'; choice: number; reason: FinishReason }
  | { type: 'usage'; usage: TokenUsage };

/**
 * Talks to one model.
 * @throws ApiError (architecture 5a): INVALID_REQUEST, TOO_MANY_TOKENS (body of contract 3.3), MODEL_OFFLINE, MODEL_OVERLOADED,
 *   MODEL_AT_CAPACITY, REQUEST_TIMEOUT, INFERENCE_FAILED. Thrown from the first `next()` where nothing was produced yet.
 */
export type ChatModel = (call: ChatCall) => AsyncIterable<ChatPart>;

/**
 * Counts a prompt's tokens exactly; providers without it get an upper estimate. It works before money is held: it must
 * refuse cheaply what cannot fit, and drop the work when the signal is aborted.
 */
export type PromptCounter = (
  call: Pick<ChatCall, 'model' | 'messages'> & Partial<Pick<ChatCall, 'signal'>>,
) => Promise<number>;

/** A model as an upstream lists it, before the catalogue decides whether it is served. */
export type UpstreamModel = {
  id: string;
  name?: string;
  contextTokens?: number;
  maxCompletionTokens?: number;
  createdSeconds?: number;
  /** Decimal strings, USD per one token, as OpenRouter lists them. */
  pricing?: { prompt: string; completion: string; cacheRead?: string };
  /** Modalities or kind, as far as the upstream tells. */
  kind?: string;
};

/** A provider: what it is called and what it can do. */
export type Provider = {
  /** Name in the service file and in `x-svc-model-router`. */
  id: string;
  chat?: ChatModel;
  countPromptTokens?: PromptCounter;
  listModels?: (signal: AbortSignal) => Promise<UpstreamModel[]>;
};
