import type { PromptTurn } from './chat-jobs';

/** Few tokens of either vocabulary are longer, and those are runs of spaces. */
const LONGEST_TOKEN_CHARACTERS = 64;

/** Beginning, role, end, and newline of a message; even an empty one has them. */
const TOKENS_PER_TURN = 4;

/**
 * Whether a conversation is certainly too long for a context, without tokenizing it. Checked before anything is sent to
 * the engine, so that a very large body costs the engine nothing.
 */
export function isFarTooLong(turns: readonly PromptTurn[], contextTokens: number): boolean {
  const characters = turns.reduce((sum, turn) => sum + turn.text.length, 0);
  return turns.length * TOKENS_PER_TURN + characters / LONGEST_TOKEN_CHARACTERS > contextTokens;
}
