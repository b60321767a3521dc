/** Generates answers: one borrowed sequence per order, its choices one after another on the same cached prompt. */
import { contextOverflow } from '../../core/errors';
import type { ChatReport, GenerateOrder } from '../chat-orders';
import { renderPrompt } from './chat-prompt';
import { decodeChoice, roomBehind } from './decode/decode-choice';
import type { LoadedModel } from './loaded-model';
import { prefill } from './prefill';

/**
 * The parts of an answer, `usage` last. The answer ends where the context is full.
 * @throws ApiError TOO_MANY_TOKENS, MODEL_AT_CAPACITY; the signal's reason when aborted
 */
export async function* generate(
  loaded: LoadedModel,
  order: GenerateOrder,
  signal: AbortSignal,
): AsyncGenerator<ChatReport, void, undefined> {
  const { systemPrompt, contextTokens } = order.model;
  const prompt = await renderPrompt(loaded.tokenizer, order.prompt, systemPrompt, contextTokens);
  signal.throwIfAborted();
  if (roomBehind(prompt, order.model) < 1) throw contextOverflow();
  const sequence = await loaded.pool.acquire(prompt, signal);
  let cachedTokens = 0;
  let completionTokens = 0;
  try {
    for (let choice = 0; choice < order.choices; choice += 1) {
      const cached = await prefill(loaded, sequence, prompt, { goesLast: order.goesLast, signal });
      if (choice === 0) cachedTokens = cached;
      const endAnswer = loaded.steps.beginAnswer();
      try {
        completionTokens += yield* decodeChoice({ loaded, order, sequence, prompt, choice, signal });
      } finally {
        endAnswer();
      }
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
