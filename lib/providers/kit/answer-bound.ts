import { estimateTokens } from '../../core/usage';
import type { ChatCall } from '../spec';

/** Slack over the bound before an answer counts as past it: tokens are not counted here, only guessed. */
const SLACK_TOKENS = 64;
/** Pieces of an answer may be parts of tokens, but not so many. */
const MOST_PIECES_PER_TOKEN = 2;
/** So much more text than tokens of usual length would make. */
const MOST_TIMES_THE_ESTIMATE = 1.5;
/** Only runs of one character have more. */
const MOST_WEIGHT_PER_TOKEN = 16;

/** Watches the length of one answer. */
export type AnswerBound = {
  /**
   * Adds a piece of a choice.
   * @param weight of its text (`weightOf`)
   * @returns whether the choice is now past its bound
   */
  addPiece(choice: number, weight: number): boolean;
  /** @returns whether a report of generated tokens, of all choices together, is past the bound */
  isReportPast(completionTokens: number): boolean;
};

/**
 * Tells when an upstream goes on past `maxTokens`, which not every one obeys: what was held pays for no more. An answer
 * is past it when it has both far more pieces and far more text than so many tokens can have, or more text than any
 * tokens have, or when a report says so. An adapter then ends the choice with `length` and leaves the upstream.
 */
export function answerBound({ maxTokens, choices }: Pick<ChatCall, 'maxTokens' | 'choices'>): AnswerBound {
  const mostPieces = MOST_PIECES_PER_TOKEN * maxTokens + SLACK_TOKENS;
  const mostEstimated = MOST_TIMES_THE_ESTIMATE * maxTokens + SLACK_TOKENS;
  const mostWeight = MOST_WEIGHT_PER_TOKEN * (maxTokens + SLACK_TOKENS);
  const seen: { pieces: number; weight: number }[] = [];
  return {
    addPiece: (choice, weight) => {
      const sum = (seen[choice] ??= { pieces: 0, weight: 0 });
      sum.pieces += 1;
      sum.weight += weight;
      if (sum.weight > mostWeight) return true;
      return sum.pieces > mostPieces && estimateTokens(sum.weight) > mostEstimated;
    },
    isReportPast: (completionTokens) => completionTokens > MOST_TIMES_THE_ESTIMATE * maxTokens * choices + SLACK_TOKENS,
  };
}
