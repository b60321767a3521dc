import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { LoadedModel } from './loaded-model';
import type { PromptToRead } from './prompt-line';

/**
 * Evaluates a prompt without its last token in a sequence, in small steps, taking turns with answers of others, and
 * reusing what the sequence remembers of it.
 * @returns how many tokens it remembered, and whether everything was read
 * @throws the signal's reason when aborted
 */
export async function prefill(
  { steps, sweep }: LoadedModel,
  sequence: LlamaContextSequence,
  prompt: Token[],
  how: PromptToRead,
): Promise<{ remembered: number; isRead: boolean }> {
  // The last token is always evaluated again: its evaluation begins the answer.
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
