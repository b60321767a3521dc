/** What the embedded chat models are called and started with. */
import type { Sampling } from '../core/chat';
import type { TimeBudget } from '../platform/sharing/time-budget';
import type { ChatModelEntry } from './manifest';
import type { EnginePrompt } from './prompt/conversation';
import type { EngineState } from './supervisor';

/** An embedded model whose weights are on this machine; its context is what the machine has memory for. */
export type EmbeddedChatModel = ChatModelEntry & { path: string };

/** One call of an embedded model. */
export type EngineChatCall = EnginePrompt & {
  /** Id of an installed model. */
  model: string;
  /** Absent means true; only with tools. */
  parallelToolCalls?: boolean;
  sampling: Sampling;
  /** Per choice, ≥ 1; the answer is shorter if the context is full. */
  maxTokens: number;
  stop: string[];
  /** The text of an answer ends at any of these tokens. */
  stopTokenIds?: number[];
  /** Generated one after another, with seeds `seed`, `seed + 1`… */
  choices: number;
  /** Log probabilities of every text token, and how many alternatives (see `child/decode/draw-tokens.ts`). */
  logprobs?: { top: number };
  /** Id of the calling account: accounts share the model fairly; calls without one share together. */
  account?: string;
  signal: AbortSignal;
};

/** The engine's status, for health checks and tests. */
export type EngineStatus = { pid: number | null; state: EngineState | 'off'; restarts: number; models: string[] };

/** How to run the engine. */
export type EngineOptions = {
  /** In order of preference, the default first. */
  models: EmbeddedChatModel[];
  /** Threads for the evaluation; by default `threadsFor` the machine's cores. */
  threads?: number;
  /** The memory that loaded models may take together, in bytes; by default a part of the machine's. */
  memoryBytes?: number;
  /** Conversations decoded in parallel per model. */
  sequences?: number;
  /**
   * Calls that may wait for a sequence; further ones get 503. The same number limits prompts that are counted at once.
   */
  maxWaiting?: number;
  /** What an account may use for prompts that it abandons before the first token. */
  abortedPrompts?: TimeBudget;
  /** Called when the engine's process was replaced. It loads the better models again itself. */
  onRestart?: () => void;
  /** Path of the built child; default `dist/chat.child.mjs`. */
  script?: string;
};
