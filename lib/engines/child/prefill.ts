import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { LoadedModel } from './loaded-model';

/**
 * Brings a sequence to a prompt without its last token, in small steps, in turn with answers of others, keeping
 * what it remembers of it.
 * @returns how many tokens it remembered
 * @throws the signal's reason when aborted
 */
export async function prefill(
  loaded: LoadedModel,
  sequence: LlamaContextSequence,
  prompt: Token[],
  signal: AbortSignal,
): Promise<number> {
  // The last token is always evaluated anew: its evaluation is what begins the answer.
  const head = prompt.slice(0, -1);
  await sequence.adaptStateToTokens(head, false);
  const cached = sequence.nextTokenIndex;
  for (let at = cached; at < head.length;) {
    await loaded.steps.take(async (tokens) => {
      signal.throwIfAborted();
      loaded.sweep();
      await sequence.evaluateWithoutGeneratingNewTokens(head.slice(at, at + tokens));
      at += tokens;
    });
  }
  return cached;
}
