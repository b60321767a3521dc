/** Generates answers: one borrowed sequence per order, its choices one after another on the same cached prompt. */
import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import { contextOverflow } from '../../core/errors';
import type { ChatReport, GenerateOrder } from '../chat-orders';
import { renderPrompt } from './chat-prompt';
import { BATCH_TOKENS, type LoadedModel } from './loaded-model';
import { samplerOf } from './sampler';
import { createStopMatcher } from './stop-matcher';
import { createTextStream } from './text-stream';

/** llama.cpp keeps one cell of a sequence free. */
const RESERVED_TOKENS = 1;

/**
 * The parts of an answer, `usage` last. The answer ends where the context is full.
 * @throws ApiError TOO_MANY_TOKENS, MODEL_AT_CAPACITY; the signal's reason when aborted
 */
export async function* generate(
  loaded: LoadedModel,
  order: GenerateOrder,
  signal: AbortSignal,
): AsyncGenerator<ChatReport, void, undefined> {
  const { contextTokens, systemPrompt } = order.model;
  const prompt = renderPrompt(loaded.tokenizer, order.turns, systemPrompt);
  const room = contextTokens - RESERVED_TOKENS - prompt.length;
  if (room < 1) throw contextOverflow();
  const sequence = await loaded.pool.acquire(prompt, signal);
  let cachedTokens = 0;
  let completionTokens = 0;
  try {
    for (let choice = 0; choice < order.choices; choice += 1) {
      const cached = await prefill(loaded, sequence, prompt, signal);
      if (choice === 0) cachedTokens = cached;
      completionTokens += yield* decode({ loaded, order, sequence, prompt, choice, room, signal });
    }
  } catch (thrown) {
    // After a failure nobody knows what the sequence remembers.
    if (!signal.aborted) await sequence.clearHistory();
    throw thrown;
  } finally {
    loaded.pool.release(sequence);
  }
  yield { type: 'usage', usage: { promptTokens: prompt.length, completionTokens, cachedTokens } };
}

/**
 * Brings the sequence to the prompt without its last token, in small steps, keeping what it remembers of it.
 * @returns how many tokens it remembered
 */
async function prefill(
  loaded: LoadedModel,
  sequence: LlamaContextSequence,
  prompt: Token[],
  signal: AbortSignal,
): Promise<number> {
  // The last token is always evaluated anew: its evaluation is what begins the answer.
  const head = prompt.slice(0, -1);
  await sequence.adaptStateToTokens(head, false);
  const cached = sequence.nextTokenIndex;
  for (let at = cached; at < head.length; at += BATCH_TOKENS) {
    signal.throwIfAborted();
    loaded.sweep();
    await sequence.evaluateWithoutGeneratingNewTokens(head.slice(at, at + BATCH_TOKENS));
  }
  return cached;
}

type Decoding = {
  loaded: LoadedModel;
  order: GenerateOrder;
  sequence: LlamaContextSequence;
  prompt: Token[];
  choice: number;
  /** Tokens that the context still takes. */
  room: number;
  signal: AbortSignal;
};

/** Decodes one choice; returns the number of its tokens. */
async function* decode(decoding: Decoding): AsyncGenerator<ChatReport, number, undefined> {
  const { loaded, order, sequence, prompt, choice, room, signal } = decoding;
  const maxTokens = Math.min(order.maxTokens, room);
  const stream = createTextStream<Token>((tokens, before) => loaded.model.detokenize(tokens, false, before));
  const matcher = createStopMatcher(order.stop);
  const sampler = samplerOf(order.model.defaults, order.sampling, choice);
  let count = 0;
  let told = 0;
  /** Each piece says its tokens, so that an answer that is left midway is charged exactly. */
  const tell = (text: string): ChatReport => {
    const tokens = count - told;
    told = count;
    return { type: 'text', choice, text, tokens };
  };
  let reason: 'stop' | 'length' = 'stop';
  let stopped = false;
  signal.throwIfAborted();
  loaded.sweep();
  for await (const token of sequence.evaluate(prompt.slice(-1), sampler.options)) {
    signal.throwIfAborted();
    // A separator in the midst of an answer is the model talking to itself.
    if (loaded.model.isSpecialToken(token)) break;
    count += 1;
    sampler.accept(token);
    const piece = matcher.push(stream.push(token));
    if (piece.text !== '') yield tell(piece.text);
    stopped = piece.stopped;
    if (!stopped && count >= maxTokens) reason = 'length';
    if (stopped || count >= maxTokens) break;
  }
  if (!stopped) {
    const piece = matcher.push(stream.end());
    const rest = piece.stopped ? piece.text : piece.text + matcher.end();
    if (piece.stopped) reason = 'stop';
    if (rest !== '') yield tell(rest);
  }
  yield { type: 'finish', choice, reason };
  return count;
}
