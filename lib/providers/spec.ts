/**
 * Read this first. A capability is a function type; a provider is a record of optional capabilities.
 * Resilience is composition: `routing/combine.ts` makes one `ChatModel` of several.
 */
import type { TokenUsage } from '../core/usage';

/** That the prompt up to here may be cached upstream (contract 4.2); `ttl` in the upstream's own words, e.g. `1h`. */
export type CacheHint = { ttl?: string };

/** Text of a message. */
export type TextPart = { type: 'text'; text: string; cache?: CacheHint };

/**
 * A part of a user message. An image or a video is a `data:` URL of bytes that were checked, or, where the provider
 * takes addresses (`Provider.takesUrls`), the caller's public address. Audio is base64.
 */
export type ContentPart =
  | TextPart
  | { type: 'image'; url: string; detail?: string; cache?: CacheHint }
  | { type: 'audio'; data: string; format: AudioFormat; cache?: CacheHint }
  | { type: 'video'; url: string; cache?: CacheHint };

/** Encodings of audio input. Source: contract 4.2. */
export type AudioFormat = 'wav' | 'mp3' | 'aiff' | 'aac' | 'ogg' | 'flac' | 'm4a' | 'pcm16' | 'pcm24';

/** A message in the neutral layout. Content is a list only where a part is more than text; never an empty one. */
export type ChatMessage =
  | { role: 'system' | 'developer'; content: string | TextPart[]; name?: string }
  | { role: 'user'; content: string | ContentPart[]; name?: string }
  | {
      role: 'assistant';
      content: string | TextPart[] | null;
      name?: string;
      reasoning?: string;
      /** As the upstream gave them: they go back unchanged. */
      reasoningDetails?: unknown[];
      /** As the upstream gave it. */
      thoughtSignature?: string;
      toolCalls?: ToolCall[];
    }
  | { role: 'tool'; content: string | TextPart[]; toolCallId: string; name?: string };

/** A call of a tool that the model asked for; `arguments` is JSON text. */
export type ToolCall = { id: string; name: string; arguments: string };

/** A function that the model may call; `parameters` is a JSON Schema, absent for a function without any. */
export type Tool = { name: string; description?: string; parameters?: Record<string, unknown>; strict?: boolean };

/** Whether and which tool is called: as the model likes, none, any, or this one. */
export type ToolChoice = 'auto' | 'none' | 'required' | { name: string };

/** That the answer is JSON: of any form, or of a JSON Schema. */
export type ResponseFormat =
  | { type: 'json_object' }
  | { type: 'json_schema'; name: string; description?: string; schema: Record<string, unknown>; strict?: boolean };

/** How much a model thinks. Source: contract 4.1. */
export type Effort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/**
 * Wishes about thinking; absent members are the model's own. `enabled: false` turns it off where that is possible; an
 * effort wins over it.
 */
export type Reasoning = { effort?: Effort; enabled?: boolean; summary?: 'auto' | 'concise' | 'detailed' };

/** Sampling as the caller set it; what is absent is the model's own default. Bounds: contract 4.1. */
export type Sampling = {
  temperature?: number;
  /** Bounds of a dynamic temperature. */
  minTemperature?: number;
  maxTemperature?: number;
  topP?: number;
  topK?: number;
  minP?: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  repetitionPenalty?: number;
  seed?: number;
};

/** One call of a chat model. What is absent was not asked for. */
export type ChatCall = {
  /** The upstream's own name of the model. */
  model: string;
  messages: ChatMessage[];
  sampling: Sampling;
  /** Upper bound of generated tokens per choice, ≥ 1; already clamped to what the hold carries. */
  maxTokens: number;
  /** 0…4 strings. */
  stop: string[];
  /** Generation ends at any of these tokens. */
  stopTokenIds?: number[];
  /** Number of choices, 1…8. */
  choices: number;
  /** At least one where present; names are unique. */
  tools?: Tool[];
  /** Only with tools; absent means `auto`. */
  toolChoice?: ToolChoice;
  /** Only with tools; absent means true. */
  parallelToolCalls?: boolean;
  /** Absent means text. */
  responseFormat?: ResponseFormat;
  /** Log probabilities of every token, and of so many alternatives (0…20). */
  logprobs?: { top: number };
  reasoning?: Reasoning;
  verbosity?: 'low' | 'medium' | 'high';
  /** Routing hint (contract 4.1): calls with the same one go to the same upstream as long as it is well. */
  promptCacheKey?: string;
  promptCacheRetention?: '24h';
  /** Fields of the request that are not in our schema: passed on unvalidated where the wire format is the same. */
  extra: Record<string, unknown>;
  /**
   * Id of the account that pays. Only for sharing what is bounded in this process fairly by account; never sent upstream.
   * Calls without one share together.
   */
  account?: string;
  /** Called when the first parts have come and the content of the call is needed no more. */
  onBegun?: () => void;
  /** Told before every attempt where the call goes: `retries` counts from 0. */
  onRoute?: (route: { provider: string; retries: number }) => void;
  /** Aborted when the caller leaves or the deadline passes: the upstream must stop within one token. */
  signal: AbortSignal;
};

/** Why a choice ended. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** A token with its natural log probability, and the likeliest alternatives at its place. `bytes` is its UTF-8. */
export type TokenLogprob = {
  token: string;
  logprob: number;
  bytes: number[] | null;
  top: { token: string; logprob: number; bytes: number[] | null }[];
};

/**
 * What a chat model yields, in order of arrival. `choice` counts from 0.
 * - `text`: a piece of the answer; `tokens` made it, where the model tells that: an answer that is left midway is then
 *   charged exactly. `logprobs` are those of the piece, where they were asked for; such a piece may have empty text.
 * - `reasoning`: a piece of thinking, as text, as `details` in the upstream's own layout, or both.
 * - `tool_call`: a fragment of the call number `index` of the choice. The first one of a call has `id` and `name`, the
 *   `arguments` of all of them together are its JSON.
 * - `extra`: fields of a message that we do not know, as the upstream told them.
 * - `usage`: whenever the upstream reports it, mostly as the last part; of several the last counts. Where an upstream
 *   reports none it is absent and the caller counts the text itself.
 * A call whose signal was aborted throws the signal's reason.
 */
export type ChatPart =
  | { type: 'text'; choice: number; text: string; tokens?: number; logprobs?: TokenLogprob[] }
  | { type: 'reasoning'; choice: number; text: string; details?: unknown[] }
  | {
      type: 'tool_call';
      choice: number;
      index: number;
      id?: string;
      name?: string;
      arguments?: string;
      tokens?: number;
    }
  | { type: 'extra'; choice: number; fields: Record<string, unknown> }
  | { type: 'finish'; choice: number; reason: FinishReason }
  | { type: 'usage'; usage: TokenUsage };

/**
 * Talks to one model. The parts come in order, in lists of those that came together; no list is empty.
 * @throws ApiError (architecture 5a): INVALID_REQUEST, TOO_MANY_TOKENS (body of contract 3.3), MODEL_OFFLINE, MODEL_OVERLOADED,
 *   MODEL_AT_CAPACITY, REQUEST_TIMEOUT, INFERENCE_FAILED. Thrown from the first `next()` where nothing was produced yet.
 */
export type ChatModel = (call: ChatCall) => AsyncIterable<ChatPart[]>;

/**
 * Counts a prompt's tokens exactly; providers without it get an upper estimate. It works before money is held: it must
 * refuse cheaply what cannot fit, and drop the work when the signal is aborted.
 */
export type PromptCounter = (call: PromptToCount) => Promise<number>;

/** What ends up in a prompt. */
export type PromptToCount = Pick<ChatCall, 'model' | 'messages' | 'tools' | 'toolChoice' | 'responseFormat'> &
  Partial<Pick<ChatCall, 'account' | 'signal'>>;

/** A model as an upstream lists it, before the catalog decides whether it is served. */
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
  /** Abilities in the service file's words (`tools`, `vision`, …), as far as the upstream tells. */
  abilities?: string[];
};

/** A provider: what it is called and what it can do. */
export type Provider = {
  /** Name in the service file and in `x-svc-model-router`. */
  id: string;
  chat?: ChatModel;
  /** Whether images and videos may go to it as the caller's public addresses; else they go as checked bytes. */
  takesUrls?: boolean;
  /** Whether a library keeps the content of a call until the answer's end, so that its memory is not free before. */
  keepsCalls?: boolean;
  countPromptTokens?: PromptCounter;
  listModels?: (signal: AbortSignal) => Promise<UpstreamModel[]>;
};
