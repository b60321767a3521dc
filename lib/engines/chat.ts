/** The embedded chat models as the service sees them: what is installed, and text out of them. */
import { join } from 'node:path';
import { contextOverflow } from '../core/errors';
import { hasLeft } from '../core/leaving';
import { processState } from '../platform/process-state';
import { projectRoot } from '../platform/project-root';
import type { ChatOrder, ChatReport, ChildModel, EngineChatPart, EngineSampling, RenderedPrompt } from './chat-orders';
import { engineOffline } from './envelope';
import { isFarTooLong } from './far-too-long';
import type { ChatModelEntry } from './manifest';
import type { EnginePrompt } from './prompt/conversation';
import { planAnswer } from './prompt/plan-answer';
import { renderConversation } from './prompt/render-conversation';
import {
  countingQueue,
  type EngineQueues,
  generatingQueue,
  LEFT_BEFORE_LAST_MS,
  leftPrompts,
  orAborted,
} from './queues';
import { callEngine } from './call-engine';
import { leaseSlot, type SlotLease } from './slot-lease';
import type { SpentTime, TimeBudget } from '../platform/sharing/time-budget';
import { closeEngine, type Engine, type EngineState, superviseEngine } from './supervisor';

/** An embedded model whose weights are on this machine. */
export type EmbeddedChatModel = ChatModelEntry & { path: string };

/** One call of an embedded model. */
export type EngineChatCall = EnginePrompt & {
  /** Id of an installed model. */
  model: string;
  /** Absent means true; only with tools. */
  parallelToolCalls?: boolean;
  sampling: EngineSampling;
  /** Per choice, ≥ 1; the answer is shorter where the context is full. */
  maxTokens: number;
  stop: string[];
  /** An answer's text ends at any of these tokens. */
  stopTokenIds?: number[];
  /** Generated one after another, with seeds `seed`, `seed + 1`… */
  choices: number;
  /** Log probabilities of every token of text, and of so many alternatives (see `child/decode/draw-tokens.ts`). */
  logprobs?: { top: number };
  /** Id of the account that asks: calls share the model fairly by it, those without one together. */
  account?: string;
  signal: AbortSignal;
};

/** How the engine is, for health and tests. */
export type EngineStatus = { pid: number | null; state: EngineState | 'off'; restarts: number; models: string[] };

/** How to run the engine. */
export type EngineOptions = {
  /** In the order of preference, the default first. */
  models: EmbeddedChatModel[];
  /** Threads of the evaluation; cores − 1, at least 1, when absent. */
  threads?: number;
  /** Conversations decoded side by side per model. On a processor more of them bring fairness, not speed. */
  sequences?: number;
  /** Calls that may wait for a sequence; one more is answered 503. So are prompts beyond as many being counted at once. */
  maxWaiting?: number;
  /** What an account may use for prompts that it leaves before the first token. */
  leftPrompts?: TimeBudget;
  /** The built child; `dist/chat.child.mjs` when absent. */
  script?: string;
};

const SEQUENCES = 2;
const MAX_WAITING = 24;
/** A count takes a second at most, but the first one waits for the model to be loaded. */
const COUNT_MS = 120_000;

type State = {
  options: EngineOptions | null;
  engine: Engine<ChatReport> | null;
  used: Set<string>;
  queues: EngineQueues;
  left: SpentTime;
};

const state = () =>
  processState<State>('engines.chat', () => ({
    options: null,
    engine: null,
    used: new Set(),
    queues: new Map(),
    left: leftPrompts(),
  }));

/**
 * Starts the engine's process, or tells the running one of another set of models (threads and script stay).
 * With no model there is no process. Models are loaded at their first call, or by `warmChatModel`.
 */
export function startChatEngine(options: EngineOptions): void {
  const held = state();
  held.options = options;
  if (held.engine || options.models.length === 0) return;
  held.left = leftPrompts(options.leftPrompts);
  held.engine = superviseEngine<ChatReport>({
    name: 'chat',
    script: options.script ?? join(projectRoot(), 'dist', 'chat.child.mjs'),
    args: options.threads === undefined ? [] : [String(options.threads)],
    onReady: reload,
  });
}

/** Ends the engine's process. Running calls fail with MODEL_OFFLINE; nothing is installed afterwards. */
export async function stopChatEngine(): Promise<void> {
  const held = state();
  const { engine } = held;
  held.options = null;
  held.engine = null;
  held.used.clear();
  held.queues.clear();
  if (engine) await closeEngine(engine);
}

/** The models that can be called, the preferred one first. */
export function installedChatModels(): readonly EmbeddedChatModel[] {
  return state().options?.models ?? [];
}

/** How the engine is. */
export function engineStatus(): EngineStatus {
  const { engine, used } = state();
  if (!engine) return { pid: null, state: 'off', restarts: 0, models: [] };
  return { pid: engine.child?.pid ?? null, state: engine.state, restarts: engine.restarts, models: [...used] };
}

/** Loads a model before its first call. @throws ApiError MODEL_OFFLINE */
export async function warmChatModel(modelId: string): Promise<void> {
  // Nothing is reported: the end of the order is the answer.
  await call({ kind: 'warm', model: childModel(modelId) }).next();
}

/**
 * Exact number of the prompt's tokens, with its template, tools and format.
 * @param by.account as of `EngineChatCall`
 * @param by.signal given by whoever may leave: an order that nobody waits for is not counted
 * @throws ApiError MODEL_OFFLINE; INVALID_REQUEST as `generateChat`; TOO_MANY_TOKENS for a conversation far beyond the
 *   context; MODEL_AT_CAPACITY where more prompts are being counted than the model's queue takes calls; the signal's reason
 *   when aborted
 */
export async function countPromptTokens(
  modelId: string,
  prompt: EnginePrompt,
  { account = '', signal }: { account?: string; signal?: AbortSignal } = {},
): Promise<number> {
  const model = childModel(modelId);
  // What cannot be generated is not counted either, and what was not checked is not rendered.
  planAnswer(prompt);
  const order: ChatOrder = { kind: 'count', model, prompt: fitting(prompt, model) };
  const leave = await countingQueue(state().queues, model).enter({ account, signal });
  // What has begun keeps its place to the end, so that leaving and coming again lets nothing pile up in the engine.
  return orAborted(count(order).finally(leave), signal);
}

async function count(order: ChatOrder): Promise<number> {
  const patience = AbortSignal.timeout(COUNT_MS);
  try {
    for await (const report of call(order, { signal: patience })) if (report.type === 'count') return report.tokens;
  } catch (thrown) {
    if (thrown !== patience.reason) throw thrown;
  }
  throw engineOffline('the engine counted nothing');
}

/**
 * Generates an answer; the last part is `usage`. Calls beyond the model's sequences wait, in an order that is fair to the
 * accounts: a long answer pauses while an account that has used less has its turn. Leaving the loop or aborting stops the
 * model within one token.
 * @throws ApiError INVALID_REQUEST for a schema that the model cannot be held to, naming `response_format.json_schema` or
 *   `tools.N.function.parameters`; TOO_MANY_TOKENS, MODEL_AT_CAPACITY (with Retry-After), RATE_LIMIT_EXCEEDED (with
 *   Retry-After) for an account that keeps leaving before the first token, MODEL_OFFLINE (also amid an answer, when the
 *   engine's process ends), INFERENCE_FAILED; the signal's reason when aborted
 */
export async function* generateChat(input: EngineChatCall): AsyncGenerator<EngineChatPart, void, undefined> {
  const { sampling, maxTokens, stop, stopTokenIds = [], choices, logprobs, account = '', signal } = input;
  const model = childModel(input.model);
  const form = planAnswer(input, input.parallelToolCalls);
  const prompt = fitting(input, model);
  const { queues, left } = state();
  left.check(account);
  const lease = await leaseSlot(generatingQueue(queues, model), { account, signal });
  // Until the first part, whoever leaves pays nothing: nor does a failure, which is not theirs.
  let isOwed = true;
  try {
    // Calls that waited together must not get around the budget that the first of them used up.
    left.check(account);
    const order: ChatOrder = {
      ...{ kind: 'generate', model, prompt, form, goesLast: left.used(account) > LEFT_BEFORE_LAST_MS },
      ...{ sampling, maxTokens, stop, stopTokenIds, choices, logprobs },
    };
    for await (const report of call(order, { signal, lease })) {
      isOwed = false;
      if (report.type !== 'count') yield report;
    }
  } finally {
    if (isOwed && hasLeft(signal)) left.spend(account, lease.usedMs());
    lease.end();
  }
}

/** The prompt as it is said, unless it is hopeless. @throws ApiError TOO_MANY_TOKENS */
function fitting(prompt: EnginePrompt, { contextTokens, systemPrompt }: ChildModel): RenderedPrompt {
  const rendered = renderConversation(prompt, systemPrompt);
  if (isFarTooLong(rendered.turns, contextTokens)) throw contextOverflow();
  return rendered;
}

function call(
  order: ChatOrder,
  by: { signal?: AbortSignal; lease?: SlotLease } = {},
): AsyncGenerator<ChatReport, void, undefined> {
  const { engine, used } = state();
  if (!engine) throw engineOffline('the engine is off');
  used.add(order.model.id);
  return callEngine<ChatOrder, ChatReport>(engine, order, by);
}

/** After a restart the models that were in use are loaded again before somebody asks. */
function reload(): void {
  for (const id of state().used) {
    if (installedChatModels().some((model) => model.id === id)) warmChatModel(id).catch(() => undefined);
  }
}

function childModel(id: string): ChildModel {
  const { options } = state();
  const model = options?.models.find((candidate) => candidate.id === id);
  if (!options || !model) throw engineOffline(`the embedded model ${id} is not installed`);
  return {
    id,
    path: model.path,
    contextTokens: model.contextTokens,
    sequences: options.sequences ?? SEQUENCES,
    maxWaiting: options.maxWaiting ?? MAX_WAITING,
    systemPrompt: model.systemPrompt,
    defaults: model.defaults,
  };
}
