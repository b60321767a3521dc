/**
 * Read this first. A capability is a function type; a provider is a record of optional capabilities.
 * Resilience is composition: `routing/combine.ts` makes one `ChatModel` of several.
 */
import type { ChatPart, ResponseFormat, Sampling, Tool, ToolChoice } from '../core/chat';
import type { Effort } from '../models/values';
import type { BackgroundRemover, ImageEditor, ImageModel, ImageUpscaler } from './image-spec';

/**
 * Marks that the prompt up to here may be cached upstream (docs/api-rules.md, "Chat messages"); `ttl` in the upstream's
 * format, e.g. `1h`.
 */
export type CacheHint = { ttl?: string };

/** Text of a message. */
export type TextPart = { type: 'text'; text: string; cache?: CacheHint };

/**
 * A part of a user message. An image or a video is a `data:` URL of checked bytes or, if the provider accepts addresses
 * (`Provider.takesUrls`), the caller's public address. Audio is base64.
 */
export type ContentPart =
  | TextPart
  | { type: 'image'; url: string; detail?: string; cache?: CacheHint }
  | { type: 'audio'; data: string; format: AudioFormat; cache?: CacheHint }
  | { type: 'video'; url: string; cache?: CacheHint };

/** Encodings of audio input. Source: docs/api-rules.md, "Media bounds". */
export type AudioFormat = 'wav' | 'mp3' | 'aiff' | 'aac' | 'ogg' | 'flac' | 'm4a' | 'pcm16' | 'pcm24';

/** A message in the neutral layout. Content is a list only if a part is more than text; never an empty one. */
export type ChatMessage =
  | { role: 'system' | 'developer'; content: string | TextPart[]; name?: string }
  | { role: 'user'; content: string | ContentPart[]; name?: string }
  | {
      role: 'assistant';
      content: string | TextPart[] | null;
      name?: string;
      reasoning?: string;
      /** Sent back to the upstream unchanged. */
      reasoningDetails?: unknown[];
      /** Sent back to the upstream unchanged. */
      thoughtSignature?: string;
      toolCalls?: ToolCall[];
    }
  | { role: 'tool'; content: string | TextPart[]; toolCallId: string; name?: string };

/** A tool call that the model asked for; `arguments` is JSON text. */
export type ToolCall = { id: string; name: string; arguments: string };

/**
 * Reasoning settings; absent members mean the model's default. `enabled: false` turns reasoning off if possible; an
 * effort overrides it.
 */
export type Reasoning = { effort?: Effort; enabled?: boolean; summary?: 'auto' | 'concise' | 'detailed' };

/** One call of a chat model. Absent members were not requested. */
export type ChatCall = {
  /** The upstream's own name of the model. */
  model: string;
  messages: ChatMessage[];
  sampling: Sampling;
  /** Maximum generated tokens per choice, ≥ 1; already reduced to what the hold covers. */
  maxTokens: number;
  /** 0…4 strings. */
  stop: string[];
  /** Generation ends at any of these tokens. */
  stopTokenIds?: number[];
  /** Number of choices, 1…8. */
  choices: number;
  /** At least one if present; names are unique. */
  tools?: Tool[];
  /** Only with tools; absent means `auto`. */
  toolChoice?: ToolChoice;
  /** Only with tools; absent means true. */
  parallelToolCalls?: boolean;
  /** Absent means text. */
  responseFormat?: ResponseFormat;
  /** Log probabilities of every token, and how many alternatives (0…20). */
  logprobs?: { top: number };
  reasoning?: Reasoning;
  verbosity?: 'low' | 'medium' | 'high';
  /** The vendor's own search is on: the sources that the answer cites come as parts. Ignored by those without one. */
  vendorSearch?: boolean;
  /**
   * Hint for routing and for the upstream (docs/api-rules.md, "Chat request fields"): calls with the same key go to the
   * same upstream as long as it is healthy. Never what the caller sent, but what stands for it: 64 characters that no
   * two accounts share.
   */
  promptCacheKey?: string;
  promptCacheRetention?: '24h';
  /** Fields of the request outside our schema: those that the provider gets are forwarded unvalidated. */
  extra: Record<string, unknown>;
  /**
   * Id of the paying account. Only for what this process shares by account, and for judging upstreams account by
   * account; never sent upstream. Calls without one share together.
   */
  account?: string;
  /** Called when the first parts have arrived and the content of the call is no longer needed. */
  onBegun?: () => void;
  /** Called before every attempt with where the call goes: `retries` counts from 0. */
  onRoute?: (route: { provider: string; retries: number }) => void;
  /** Of an answer in one piece: whether another attempt may follow one that has failed; absent means yes. */
  mayRetry?: () => boolean;
  /** Aborted when the caller leaves or the deadline passes: the upstream must stop within one token. */
  signal: AbortSignal;
};

/**
 * Calls one model. The parts come in order, in lists of those that arrived together; no list is empty.
 * @throws ApiError (docs/api-rules.md, "Upstream failures" and "Context overflow"): INVALID_REQUEST, TOO_MANY_TOKENS,
 *   MODEL_OFFLINE, MODEL_OVERLOADED, MODEL_AT_CAPACITY, REQUEST_TIMEOUT, INFERENCE_FAILED. Thrown from the first
 *   `next()` if nothing was produced yet.
 */
export type ChatModel = (call: ChatCall) => AsyncIterable<ChatPart[]>;

/**
 * Calls one model for an answer that comes in one piece: its parts, in order. The model cannot be stopped once it is asked.
 * @throws ApiError those of `ChatModel`
 */
export type WholeChatModel = (call: ChatCall) => Promise<ChatPart[]>;

/**
 * Counts a prompt's tokens exactly; providers without it get an upper estimate. It runs before money is held: it must
 * refuse cheaply what cannot fit, and stop when the signal is aborted.
 */
export type PromptCounter = (call: PromptToCount) => Promise<number>;

/** Everything that becomes part of a prompt. */
export type PromptToCount = Pick<ChatCall, 'model' | 'messages' | 'tools' | 'toolChoice' | 'responseFormat'> &
  Partial<Pick<ChatCall, 'account' | 'signal'>>;

/** A text to judge by a moderation model; without `model`, by the provider's usual one. */
export type ModerationCall = { model?: string; text: string; signal: AbortSignal };

/** Judges whether a text violates the policy of the model. @throws ApiError those of chat models */
export type Moderator = (call: ModerationCall) => Promise<{ isFlagged: boolean }>;

/** Texts to embed. Absent members were not requested. */
export type EmbeddingCall = {
  /** The upstream's own name of the model. */
  model: string;
  /** 1…2,048 texts, none of them empty. */
  texts: readonly string[];
  /** The length of the vectors; only for models with `customDimensions`. */
  dimensions?: number;
  /** Id of the paying account: only for what this process shares by account; never sent upstream. */
  account?: string;
  /** Called before every attempt with where the call goes: `retries` counts from 0. */
  onRoute?: (route: { provider: string; retries: number }) => void;
  /** Aborted when the caller leaves or the deadline passes: the upstream must stop. */
  signal: AbortSignal;
};

/** The vectors of the texts, in order, and the tokens of all of them, if the upstream reports any. */
export type EmbeddingResult = { vectors: Float32Array[]; promptTokens?: number };

/**
 * Embeds texts. Upstreams that take fewer texts at a time get several requests.
 * @throws ApiError those of chat models; INFERENCE_FAILED unless there is a vector for each text
 */
export type TextEmbedder = (call: EmbeddingCall) => Promise<EmbeddingResult>;

/**
 * The most tokens that `embedTexts` will report for texts; providers without it get an upper estimate. It runs before money
 * is held: its work is bounded, however long the texts are.
 */
export type TextCounter = (texts: TextsToCount) => Promise<number>;

/** Texts whose tokens are counted. */
export type TextsToCount = Pick<EmbeddingCall, 'texts' | 'account'> & Partial<Pick<EmbeddingCall, 'signal'>>;

/** A model as listed by an upstream, before the catalog decides whether it is served. */
export type UpstreamModel = {
  id: string;
  name?: string;
  contextTokens?: number;
  maxCompletionTokens?: number;
  createdSeconds?: number;
  /** Decimal strings, USD per token, as OpenRouter lists them. */
  pricing?: { prompt: string; completion: string; cacheRead?: string };
  /** Modalities or kind, if the upstream reports them. */
  kind?: string;
  /** Abilities as named in the service file (`tools`, `vision`, …), if the upstream reports them. */
  abilities?: string[];
};

/** A provider: its name and what it can do. */
export type Provider = {
  /** Name in the service file and in `x-svc-model-router`. */
  id: string;
  chat?: ChatModel;
  /** For callers who do not stream: many times cheaper than collecting a stream. Absent if it is to stream all the same. */
  answerWhole?: WholeChatModel;
  drawImage?: ImageModel;
  editImage?: ImageEditor;
  upscaleImage?: ImageUpscaler;
  removeBackground?: BackgroundRemover;
  embedTexts?: TextEmbedder;
  countTextTokens?: TextCounter;
  moderate?: Moderator;
  /**
   * Whether images and videos may be sent to it as the caller's public addresses; else they are sent as checked bytes.
   */
  takesUrls?: boolean;
  /** Names of fields outside our schema that it gets unchanged, besides `FORWARDED_FIELDS`. */
  forwardFields?: readonly string[];
  /** Whether a library keeps the content of a call until the answer ends, so that its memory is not freed before. */
  keepsCalls?: boolean;
  countPromptTokens?: PromptCounter;
  listModels?: (signal: AbortSignal) => Promise<UpstreamModel[]>;
};
