import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { LoadedModel } from './loaded-model';

/**
 * Brings a sequence to a prompt without its last token, in small steps, in turn with answers of others, keeping
 * what it remembers of it.
 * @param goesLast whether the prompts of others are read first
 * @returns how many tokens it remembered
 * @throws the signal's reason when aborted
 */
export async function prefill(
  { steps, sweep }: LoadedModel,
  sequence: LlamaContextSequence,
  prompt: Token[],
  { goesLast, signal }: { goesLast: boolean; signal: AbortSignal },
): Promise<number> {
  // The last token is always evaluated anew: its evaluation is what begins the answer.
  const head = prompt.slice(0, -1);
  await sequence.adaptStateToTokens(head, false);
  const cached = sequence.nextTokenIndex;
  const reading = steps.beginPrompt(goesLast, signal);
  try {
    for (let at = cached; at < head.length;) {
      await reading.take(async (tokens) => {
        sweep();
        await sequence.evaluateWithoutGeneratingNewTokens(head.slice(at, at + tokens));
        at += tokens;
      });
    }
  } finally {
    reading.end();
  }
  return cached;
}
