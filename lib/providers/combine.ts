import { type ErrorCode, isApiError } from '../core/errors';
import type { TextModel, Upstream } from '../models/model';
import { isFetchFailure } from '../platform/network/fetch-failure';
import { modelOffline } from './kit/map-error';
import { LEFT, noteOutcome } from './note-outcome';
import { findProvider } from './registry';
import type { ChatMessage, ChatModel } from './spec';

/** How many upstreams one call may try. */
const MAX_ATTEMPTS = 3;

/** Failures that another upstream may not have. A refusal of the request itself is none. */
const WORTH_ANOTHER: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'MODEL_OFFLINE',
  'MODEL_OVERLOADED',
  'MODEL_AT_CAPACITY',
  'INFERENCE_FAILED',
]);

/**
 * The chat of a catalogue model: one `ChatModel` of its several upstreams. An upstream is chosen by weight; where it
 * fails before its first part, another one is asked at once, never the same again. `call.model` is set here.
 * @param random 0 ≤ x < 1, for the choice
 * @throws see `ChatModel`; MODEL_OFFLINE where no upstream is configured
 */
export function chatModelOf(model: TextModel, random: () => number = Math.random): ChatModel {
  return async function* combined(call) {
    const route = inRandomOrder(model.upstreams, random).slice(0, MAX_ATTEMPTS);
    for (const [retries, upstream] of route.entries()) {
      const chat = findProvider(upstream.provider)?.chat;
      let began = false;
      let outcome: unknown = LEFT;
      try {
        call.onRoute?.({ provider: upstream.provider, retries });
        if (!chat) throw modelOffline(new Error(`no provider "${upstream.provider}" with chat`));
        for await (const part of chat({ ...call, model: upstream.model })) {
          began = true;
          yield part;
        }
        outcome = null;
        return;
      } catch (thrown) {
        outcome = call.signal.aborted ? LEFT : thrown;
        const isLast = retries === route.length - 1;
        if (began || isLast || call.signal.aborted || !isWorthAnother(thrown)) throw thrown;
      } finally {
        noteOutcome(upstream.provider, outcome);
      }
    }
    throw modelOffline(new Error(`model "${model.id}" has no upstream`));
  };
}

/**
 * Counts the tokens of a prompt exactly, for all upstreams of a model: the highest count where they differ.
 * @returns undefined where any of them cannot count; estimate then
 */
export function promptCounterOf(
  model: TextModel,
): ((messages: ChatMessage[], signal?: AbortSignal) => Promise<number>) | undefined {
  const counters = model.upstreams.flatMap((upstream) => {
    const count = findProvider(upstream.provider)?.countPromptTokens;
    return count
      ? [(messages: ChatMessage[], signal?: AbortSignal) => count({ model: upstream.model, messages, signal })]
      : [];
  });
  if (counters.length === 0 || counters.length < model.upstreams.length) return undefined;
  return async (messages, signal) => Math.max(...(await Promise.all(counters.map((count) => count(messages, signal)))));
}

/** The upstreams without repetition, each next one drawn by weight among the rest; weight 0 comes last. */
function inRandomOrder(upstreams: readonly Upstream[], random: () => number): Upstream[] {
  const rest = [...upstreams];
  const order: Upstream[] = [];
  while (rest.length > 0) {
    let point = random() * rest.reduce((sum, { weight }) => sum + weight, 0);
    const at = rest.findIndex(({ weight }) => (point -= weight) < 0);
    order.push(...rest.splice(Math.max(at, 0), 1));
  }
  return order;
}

function isWorthAnother(thrown: unknown): boolean {
  if (!isApiError(thrown)) return false;
  // A slow answer has used the request's time up; a connection that never came about has not.
  const { cause } = thrown.options;
  return WORTH_ANOTHER.has(thrown.code) || (isFetchFailure(cause) && cause.kind === 'connect');
}
