import type { TokenUsage } from './usage';

/*
 * Chat in the neutral layout, as far as the embedded engine and all providers share it. The call itself is
 * `ChatCall` of lib/providers/spec.ts, and `EngineChatCall` of lib/engines/chat.ts.
 */

/** A function that the model may call; `parameters` is a JSON Schema, absent if there are none. */
export type Tool = { name: string; description?: string; parameters?: Record<string, unknown>; strict?: boolean };

/** Whether a tool is called, and which one: the model decides, none, any, or this one. */
export type ToolChoice = 'auto' | 'none' | 'required' | { name: string };

/** Requires the answer to be JSON: of any form, or matching a JSON Schema. */
export type ResponseFormat =
  | { type: 'json_object' }
  | { type: 'json_schema'; name: string; description?: string; schema: Record<string, unknown>; strict?: boolean };

/**
 * Sampling settings of the caller; absent members mean the model's default. Limits:
 * docs/api-rules.md, "Chat request fields".
 */
export type Sampling = {
  temperature?: number;
  /** Limits of a dynamic temperature. */
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

/** Why a choice ended. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** A token with its natural log probability, and the most likely alternatives at its position. `bytes` is its UTF-8. */
export type TokenLogprob = {
  token: string;
  logprob: number;
  bytes: number[] | null;
  top: { token: string; logprob: number; bytes: number[] | null }[];
};

/**
 * What a chat model yields, in order of arrival. `choice` counts from 0.
 * - `text`: a piece of the answer; `tokens` is how many tokens made it, if the model reports that: an answer that is
 *   abandoned midway is then charged exactly. `logprobs` are those of the piece, if requested; such a piece may have
 *   empty text.
 * - `reasoning`: a piece of reasoning, as text, as `details` in the upstream's own layout, or both.
 * - `tool_call`: a fragment of the choice's call number `index`. The first one of a call has `id` and `name`; the
 *   `arguments` of all of them together are its JSON.
 * - `extra`: fields of a message that we do not know, as the upstream sent them.
 * - `source`: a page that the answer cites, found by the vendor's own search; the same one may come several times.
 * - `usage`: whenever the upstream reports it, mostly as the last part; of several the last counts. If an upstream
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
  | { type: 'source'; choice: number; title: string; url: string }
  | { type: 'finish'; choice: number; reason: FinishReason }
  | { type: 'usage'; usage: TokenUsage };
