import { estimateTokens } from '../../core/usage';
import type { ChatCall } from '../spec';

/** Slack before an answer counts as too long: tokens are only estimated here. */
const SLACK_TOKENS = 64;
/** Pieces of an answer may be parts of tokens, but not smaller than this. */
const MOST_PIECES_PER_TOKEN = 2;
/** How much more text than usual tokens would have is allowed. */
const MOST_TIMES_THE_ESTIMATE = 1.5;
/** Only runs of one character exceed this. */
const MOST_WEIGHT_PER_TOKEN = 16;

/** Monitors the length of one answer. */
export type AnswerBound = {
  /**
   * Adds a piece of a choice.
   * @param weight of its text (`weightOf`)
   * @returns whether the choice now exceeds its limit
   */
  addPiece(choice: number, weight: number): boolean;
  /** @returns whether a usage report of generated tokens, of all choices together, exceeds the limit */
  isReportPast(completionTokens: number): boolean;
};

/**
 * Detects when an upstream goes on past `maxTokens`, which not all of them obey: the hold pays for no more. An answer
 * is too long when it has both far more pieces and far more text than that many tokens can have, or more text than any
 * tokens have, or when a usage report says so. An adapter then ends the choice with `length` and leaves the upstream.
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
