import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { LoadedModel } from './loaded-model';

/** How a prompt is read. */
export type Reading = {
  /** Asked at each step: whether the prompts of others are read first. */
  goesLast: () => boolean;
  /** Asked before each step: whether to stop, so that others can have the sequence. */
  isInterrupted: () => boolean;
  signal: AbortSignal;
};

/**
 * Brings a sequence to a prompt without its last token, in small steps, in turn with answers of others, keeping
 * what it remembers of it.
 * @returns how many tokens it remembered, and whether all is read
 * @throws the signal's reason when aborted
 */
export async function prefill(
  { steps, sweep }: LoadedModel,
  sequence: LlamaContextSequence,
  prompt: Token[],
  { goesLast, isInterrupted, signal }: Reading,
): Promise<{ remembered: number; isRead: boolean }> {
  // The last token is always evaluated anew: its evaluation is what begins the answer.
  const head = prompt.slice(0, -1);
  await sequence.adaptStateToTokens(head, false);
  const remembered = sequence.nextTokenIndex;
  const reading = steps.beginPrompt(goesLast, signal);
  try {
    for (let at = remembered; at < head.length;) {
      if (isInterrupted()) return { remembered, isRead: false };
      await reading.take(async (tokens) => {
        sweep();
        await sequence.evaluateWithoutGeneratingNewTokens(head.slice(at, at + tokens));
        at += tokens;
      });
    }
  } finally {
    reading.end();
  }
  return { remembered, isRead: true };
}
