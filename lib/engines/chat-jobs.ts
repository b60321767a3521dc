/** The chat engine's jobs and reports. Types only, shared by the parent and the child. */
import type { ChatPart, Sampling } from '../core/chat';

/** One message of a conversation, as written in the prompt. */
export type PromptTurn = { role: 'system' | 'user' | 'assistant'; text: string };

/** What the child needs to know of a model; it loads the file at the first job for it. */
export type ChildModel = {
  id: string;
  path: string;
  /** Context length: tokens of prompt and answer together, per sequence. */
  contextTokens: number;
  /** The memory that it takes when loaded. */
  memoryBytes: number;
  /** Conversations decoded in parallel. */
  sequences: number;
  /** Jobs that may wait for a sequence. */
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
    /** Names of the tools, by which a call without the mark is recognized. */
    names: string[];
    /** Whether more calls may follow the first one. */
    several: boolean;
  };
};

/** An answer to be generated. */
export type GenerateJob = {
  kind: 'generate';
  model: ChildModel;
  prompt: RenderedPrompt;
  form: AnswerForm;
  /** Whether its prompt is read only when others leave time. */
  goesLast: boolean;
  sampling: Sampling;
  /** Per choice, ≥ 1. */
  maxTokens: number;
  stop: string[];
  stopTokenIds: number[];
  choices: number;
  /** Log probabilities of every text token, and how many alternatives; absent: none. */
  logprobs?: { top: number };
};

export type ChatJob =
  GenerateJob | { kind: 'warm'; model: ChildModel } | { kind: 'count'; model: ChildModel; prompt: RenderedPrompt };

/** What the child reports: the parts of an answer, each text and call with its `tokens`, or a prompt's length. */
export type ChatReport = ChatPart | { type: 'count'; tokens: number };
