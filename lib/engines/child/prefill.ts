import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { LoadedModel } from './loaded-model';
import type { PromptToRead } from './prompt-steps';

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
  how: PromptToRead,
): Promise<{ remembered: number; isRead: boolean }> {
  // The last token is always evaluated anew: its evaluation is what begins the answer.
  const head = prompt.slice(0, -1);
  await sequence.adaptStateToTokens(head, false);
  const remembered = sequence.nextTokenIndex;
  const reading = steps.beginPrompt(how);
  try {
    for (let at = remembered; at < head.length;) {
      const isTaken = await reading.take(async (tokens) => {
        sweep();
        await sequence.evaluateWithoutGeneratingNewTokens(head.slice(at, at + tokens));
        at += tokens;
      });
      if (!isTaken) return { remembered, isRead: false };
    }
  } finally {
    reading.end();
  }
  return { remembered, isRead: true };
}
