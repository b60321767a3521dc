/** The chat engine's orders and reports. Types only, shared by the parent and the child. */
import type { TokenUsage } from '../core/usage';

/** One message of a conversation, as written in the prompt. */
export type PromptTurn = { role: 'system' | 'user' | 'assistant'; text: string };

/**
 * Sampling settings of the caller; absent members mean the model's default. Limits:
 * docs/api-rules.md, "Chat request fields".
 */
export type EngineSampling = {
  temperature?: number;
  /** Limits of a dynamic temperature: see `child/decode/sampler.ts`. */
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

/** What the child needs to know of a model; it loads the file at the first order for it. */
export type ChildModel = {
  id: string;
  path: string;
  /** Context length: tokens of prompt and answer together, per sequence. */
  contextTokens: number;
  /** Conversations decoded in parallel. */
  sequences: number;
  /** Orders that may wait for a sequence. */
  maxWaiting: number;
  systemPrompt?: string;
  defaults: { temperature: number; topP: number; topK: number; repetitionPenalty: number };
};

/** A prompt, ready to be tokenized. */
export type RenderedPrompt = {
  turns: PromptTurn[];
  /** What the answer has already begun with; mostly empty. It is part of the prompt. */
  begun: string;
};

/** The allowed form of an answer. Grammars are GBNF, checked by the parent. */
export type AnswerForm = {
  /** What text must match; absent: no constraint. */
  text?: { grammar: string; schema: boolean };
  /** Absent: no tool calls. */
  calls?: {
    /** What calls must match, starting after the beginning of the first one. */
    grammar: string;
    /** Whether the answer is a call from its first token on, or becomes one when it contains `CALL_MARK`. */
    when: 'at_once' | 'marked';
    /** Whether more calls may follow the first one. */
    several: boolean;
  };
};

/** An answer to be generated. */
export type GenerateOrder = {
  kind: 'generate';
  model: ChildModel;
  prompt: RenderedPrompt;
  form: AnswerForm;
  /** Whether its prompt is read only when others leave time. */
  goesLast: boolean;
  sampling: EngineSampling;
  /** Per choice, ≥ 1. */
  maxTokens: number;
  stop: string[];
  stopTokenIds: number[];
  choices: number;
  /** Log probabilities of every text token, and how many alternatives; absent: none. */
  logprobs?: { top: number };
};

export type ChatOrder =
  GenerateOrder | { kind: 'warm'; model: ChildModel } | { kind: 'count'; model: ChildModel; prompt: RenderedPrompt };

/** A token with its natural log probability and the most likely alternatives. `bytes` is its UTF-8, null if unknown. */
export type EngineLogprob = {
  token: string;
  logprob: number;
  bytes: number[] | null;
  top: { token: string; logprob: number; bytes: number[] | null }[];
};

/**
 * A part of a generated answer, in order of arrival; `usage` is the last. `tokens` is how many tokens made this piece.
 * The first piece of a tool call has `id` and `name`; the `arguments` of all its pieces together are its JSON.
 */
export type EngineChatPart =
  | { type: 'text'; choice: number; text: string; tokens: number; logprobs?: EngineLogprob[] }
  | {
      type: 'tool_call';
      choice: number;
      index: number;
      id?: string;
      name?: string;
      arguments?: string;
      tokens: number;
    }
  | { type: 'finish'; choice: number; reason: 'stop' | 'length' | 'tool_calls' }
  | { type: 'usage'; usage: TokenUsage };

export type ChatReport = EngineChatPart | { type: 'count'; tokens: number };
