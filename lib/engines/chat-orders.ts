/** What the chat engine is asked and what it reports. Shared by the parent and the child, types only. */
import type { TokenUsage } from '../core/usage';

/** One message of a conversation as it stands in the prompt. */
export type PromptTurn = { role: 'system' | 'user' | 'assistant'; text: string };

/** Sampling as the caller set it; what is absent is the model's own default. Bounds: contract 4.1. */
export type EngineSampling = {
  temperature?: number;
  /** Bounds of a dynamic temperature: see `child/decode/sampler.ts`. */
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

/** What the child must know of a model; it loads the file at the first order that names it. */
export type ChildModel = {
  id: string;
  path: string;
  /** Tokens of prompt and answer together, per sequence. */
  contextTokens: number;
  /** Conversations decoded side by side. */
  sequences: number;
  /** Orders that may wait for a sequence. */
  maxWaiting: number;
  systemPrompt?: string;
  defaults: { temperature: number; topP: number; topK: number; repetitionPenalty: number };
};

/** A prompt, ready to be made tokens of. */
export type RenderedPrompt = {
  turns: PromptTurn[];
  /** What the answer has begun with already; empty mostly. It belongs to the prompt. */
  begun: string;
};

/** What an answer may be. Grammars are GBNF, checked by the parent. */
export type AnswerForm = {
  /** What text is held to; absent: to nothing. */
  text?: { grammar: string; schema: boolean };
  /** Absent: no calls of tools. */
  calls?: {
    /** What calls are held to, from behind the beginning of the first one. */
    grammar: string;
    /** Whether the answer is a call from its first token on, or becomes one where it says `CALL_MARK`. */
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
  /** Whether its prompt is read only as far as those of others leave time. */
  goesLast: boolean;
  sampling: EngineSampling;
  /** Per choice, ≥ 1. */
  maxTokens: number;
  stop: string[];
  stopTokenIds: number[];
  choices: number;
  /** Log probabilities of every token of text, and of so many alternatives; absent: none. */
  logprobs?: { top: number };
};

export type ChatOrder =
  GenerateOrder | { kind: 'warm'; model: ChildModel } | { kind: 'count'; model: ChildModel; prompt: RenderedPrompt };

/** A token with its natural log probability and the likeliest ones at its place. `bytes` is its UTF-8, null if unknown. */
export type EngineLogprob = {
  token: string;
  logprob: number;
  bytes: number[] | null;
  top: { token: string; logprob: number; bytes: number[] | null }[];
};

/**
 * A part of a generated answer, in order of arrival; `usage` is the last. `tokens` made this piece. The first piece of a
 * call of a tool has `id` and `name`; the `arguments` of all its pieces are its JSON.
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
