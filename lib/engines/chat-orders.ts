/** What the chat engine is asked and what it reports. Shared by the parent and the child, types only. */
import type { TokenUsage } from '../core/usage';

/** One message of a conversation, as the engine knows them. */
export type Turn = { role: 'system' | 'user' | 'assistant'; text: string };

/** Sampling as the caller set it; what is absent is the model's own default. Bounds: contract 4.1. */
export type EngineSampling = {
  temperature?: number;
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

/** An answer to be generated. Tools, a grammar and logprobs will be members of their own. */
export type GenerateOrder = {
  kind: 'generate';
  model: ChildModel;
  turns: Turn[];
  sampling: EngineSampling;
  /** Per choice, ≥ 1. */
  maxTokens: number;
  stop: string[];
  choices: number;
};

export type ChatOrder =
  GenerateOrder | { kind: 'warm'; model: ChildModel } | { kind: 'count'; model: ChildModel; turns: Turn[] };

/** A part of a generated answer, in order of arrival; `tokens` made this piece of text; `usage` is the last. */
export type EngineChatPart =
  | { type: 'text'; choice: number; text: string; tokens: number }
  | { type: 'finish'; choice: number; reason: 'stop' | 'length' }
  | { type: 'usage'; usage: TokenUsage };

export type ChatReport = EngineChatPart | { type: 'count'; tokens: number };
