/** The embedded chat models as the service sees them: what is installed, and text generation. */
import { join } from 'node:path';
import { contextOverflow } from '../core/errors';
import { hasLeft } from '../core/leaving';
import { processState } from '../platform/process-state';
import { projectRoot } from '../platform/project-root';
import type { ChatJob, ChatReport, ChildModel, RenderedPrompt } from './chat-jobs';
import type { ChatPart } from '../core/chat';
import { engineOffline } from './envelope';
import { isFarTooLong } from './far-too-long';
import { memoryBound, memoryOf, SEQUENCES, threadsFor } from './fit';
import type { EmbeddedChatModel, EngineChatCall, EngineOptions, EngineStatus } from './chat-types';
import type { EnginePrompt } from './prompt/conversation';
import { type FormCache, makeFormCache } from './prompt/form-cache';
import { renderConversation } from './prompt/render-conversation';
import {
  countingQueue,
  type EngineQueues,
  generatingQueue,
  ABORTED_BEFORE_LAST_MS,
  abortedPrompts,
  orAborted,
} from './queues';
import { callEngine } from './call-engine';
import { leaseSlot, type SlotLease } from './slot-lease';
import { makeSpeedMeter, type SpeedMeter } from './speed';
import type { SpentTime } from '../platform/sharing/time-budget';
import { closeEngine, type Engine, superviseEngine } from './supervisor';

const MAX_WAITING = 24;
/** A count takes a second at most, but the first one waits until the model is loaded. */
const COUNT_MS = 120_000;

type State = {
  options: EngineOptions | null;
  engine: Engine<ChatReport> | null;
  used: Set<string>;
  queues: EngineQueues;
  forms: FormCache;
  aborted: SpentTime;
  speed: SpeedMeter;
};

const state = () =>
  processState<State>('engines.chat', () => ({
    options: null,
    engine: null,
    used: new Set(),
    queues: new Map(),
    forms: makeFormCache(),
    aborted: abortedPrompts(),
    speed: makeSpeedMeter(),
  }));

/**
 * Starts the engine's process, or gives the running one another set of models (threads, memory, and script stay). Without models
 * there is no process. Models are loaded at their first call, or by `warmChatModel`.
 */
export function startChatEngine(options: EngineOptions): void {
  const held = state();
  held.options = options;
  if (held.engine || options.models.length === 0) return;
  held.aborted = abortedPrompts(options.abortedPrompts);
  held.engine = superviseEngine<ChatReport>({
    name: 'chat',
    script: options.script ?? join(projectRoot(), 'dist', 'chat.child.mjs'),
    args: [String(options.threads ?? threadsFor()), String(options.memoryBytes ?? memoryBound(undefined))],
    onReady: reload,
  });
}

/** Ends the engine's process. Running calls fail with MODEL_OFFLINE; afterward no model is installed. */
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

/** The engine's status. */
export function engineStatus(): EngineStatus {
  const { engine, used } = state();
  if (!engine) return { pid: null, state: 'off', restarts: 0, models: [] };
  return { pid: engine.child?.pid ?? null, state: engine.state, restarts: engine.restarts, models: [...used] };
}

/** Loads a model before its first call. @throws ApiError MODEL_OFFLINE, MODEL_AT_CAPACITY */
export async function warmChatModel(modelId: string): Promise<void> {
  // There are no reports: the job just ends.
  await call({ kind: 'warm', model: childModel(modelId) }).next();
}

/** How fast a model has answered here, in tokens per second; null before its first answer. */
export function measuredSpeed(modelId: string): number | null {
  return state().speed.of(modelId);
}

/**
 * The exact number of a prompt's tokens, with its template, tools and format.
 * @param by.account as in `EngineChatCall`
 * @param by.signal of a caller who may leave: a prompt that nobody waits for is not counted
 * @throws ApiError MODEL_OFFLINE; INVALID_REQUEST like `generateChat`; TOO_MANY_TOKENS for a conversation far longer
 *   than the context; MODEL_AT_CAPACITY if more prompts are being counted than the model's queue accepts calls; the
 *   signal's reason when aborted
 */
export async function countPromptTokens(
  modelId: string,
  prompt: EnginePrompt,
  { account = '', signal }: { account?: string; signal?: AbortSignal } = {},
): Promise<number> {
  const model = childModel(modelId);
  const leave = await countingQueue(state().queues, model).enter({ account, signal });
  // A count that has begun keeps its slot to the end, so that leaving and returning cannot pile up work in the engine.
  return orAborted(count(prompt, model).finally(leave), signal);
}

/** Nothing is prepared before its turn: the grammar of a large schema takes time of the event loop. */
async function count(prompt: EnginePrompt, model: ChildModel): Promise<number> {
  // What cannot be generated is not counted either, and what was not checked is not rendered.
  state().forms(prompt);
  const job: ChatJob = { kind: 'count', model, prompt: fitting(prompt, model) };
  const patience = AbortSignal.timeout(COUNT_MS);
  try {
    for await (const report of call(job, { signal: patience })) if (report.type === 'count') return report.tokens;
  } catch (thrown) {
    if (thrown !== patience.reason) throw thrown;
  }
  throw engineOffline('the engine counted nothing');
}

/**
 * Generates an answer; the last part is `usage`. Calls beyond the model's sequences wait, in an order that is fair to
 * the accounts: a long answer pauses while an account that has used less gets its turn. Leaving the loop or aborting
 * stops the model within one token.
 * @throws ApiError INVALID_REQUEST for a schema that the model cannot enforce, naming `response_format.json_schema` or
 *   `tools.N.function.parameters`; TOO_MANY_TOKENS, MODEL_AT_CAPACITY (with Retry-After), RATE_LIMIT_EXCEEDED (with
 *   Retry-After) for an account that keeps leaving before the first token, MODEL_OFFLINE (also in the middle of an
 *   answer, if the engine's process ends), INFERENCE_FAILED; the signal's reason when aborted
 */
export async function* generateChat(input: EngineChatCall): AsyncGenerator<ChatPart, void, undefined> {
  const { sampling, maxTokens, stop, stopTokenIds = [], choices, logprobs, account = '', signal } = input;
  const model = childModel(input.model);
  const { queues, forms, aborted, speed } = state();
  aborted.check(account);
  const lease = await leaseSlot(generatingQueue(queues, model), { account, signal });
  // Until the first part nobody pays: neither a caller who leaves, nor one whose call fails, which is not their fault.
  let isOwed = true;
  try {
    // Calls that waited together must not get around the budget that the first of them used up.
    aborted.check(account);
    const form = forms(input, input.parallelToolCalls);
    const prompt = fitting(input, model);
    const job: ChatJob = {
      ...{ kind: 'generate', model, prompt, form, goesLast: aborted.used(account) > ABORTED_BEFORE_LAST_MS },
      ...{ sampling, maxTokens, stop, stopTokenIds, choices, logprobs },
    };
    let firstAtMs: number | null = null;
    for await (const report of call(job, { signal, lease })) {
      isOwed = false;
      firstAtMs ??= performance.now();
      if (report.type === 'usage' && choices === 1)
        speed.add(model.id, report.usage.completionTokens - 1, performance.now() - firstAtMs);
      if (report.type !== 'count') yield report;
    }
  } finally {
    if (isOwed && hasLeft(signal)) aborted.spend(account, lease.usedMs());
    lease.end();
  }
}

/** The rendered prompt, unless it is hopelessly long. @throws ApiError TOO_MANY_TOKENS */
function fitting(prompt: EnginePrompt, { contextTokens, systemPrompt }: ChildModel): RenderedPrompt {
  const rendered = renderConversation(prompt, systemPrompt);
  if (isFarTooLong(rendered.turns, contextTokens)) throw contextOverflow();
  return rendered;
}

function call(
  job: ChatJob,
  by: { signal?: AbortSignal; lease?: SlotLease } = {},
): AsyncGenerator<ChatReport, void, undefined> {
  const { engine, used } = state();
  if (!engine) throw engineOffline('the engine is off');
  used.add(job.model.id);
  return callEngine<ChatJob, ChatReport>(engine, job, by);
}

/**
 * After a restart, loads the models that were in use before they are called again. Where somebody else looks after the
 * better ones, the least of them alone: one that the machine has no memory for any more would end the process again.
 */
function reload(): void {
  const { options, used, engine } = state();
  const inUse = installedChatModels().filter(({ id }) => used.has(id));
  for (const { id } of options?.onRestart ? inUse.slice(-1) : inUse) warmChatModel(id).catch(() => undefined);
  if (engine && engine.restarts > 0) options?.onRestart?.();
}

function childModel(id: string): ChildModel {
  const { options } = state();
  const model = options?.models.find((candidate) => candidate.id === id);
  if (!options || !model) throw engineOffline(`the embedded model ${id} is not installed`);
  const sequences = options.sequences ?? SEQUENCES;
  return {
    id,
    path: model.path,
    contextTokens: model.contextTokens,
    memoryBytes: memoryOf(model, model.contextTokens, sequences),
    sequences,
    maxWaiting: options.maxWaiting ?? MAX_WAITING,
    systemPrompt: model.systemPrompt,
    defaults: model.defaults,
  };
}
