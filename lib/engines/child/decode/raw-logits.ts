/** Recovers absolute logits from a library that only returns probabilities. */
import { type SequenceEvaluateOptions, TokenBias } from 'node-llama-cpp';
import type { LoadedModel } from '../loaded-model';

/**
 * The bias lifts the anchor's logit above zero, and the repetition penalty then divides it by so much that it becomes
 * 0, whatever the model says.
 */
const LIFT = 1_000;
const DIVISOR = 1e30;

/** Smaller probabilities are zero as 32-bit numbers. */
const LEAST = 1e-38;

/**
 * Converts probabilities to the model's own logits and log probabilities: before penalties, truncation, temperature.
 */
export type RawScale = {
  /** The absolute logit of a token with this probability, above 0. */
  logit(probability: number): number;
  /** The natural logarithm of the probability without the anchor. */
  log(probability: number): number;
};

/**
 * Options under which `evaluateWithMetadata` returns the unchanged probabilities of all tokens. Greedy sampling changes
 * none; the anchor, a separator that no answer contains, gets the logit 0, so that its probability reveals the others'.
 */
export function rawLogitsOptions({ model, anchor }: LoadedModel): SequenceEvaluateOptions {
  return {
    temperature: 0,
    yieldEogToken: true,
    tokenBias: TokenBias.for(model).set(anchor, { logit: LIFT }),
    repeatPenalty: { punishTokens: [anchor], maxPunishTokens: 1, penalty: DIVISOR },
  };
}

/** @param anchored the probability of the anchor */
export function rawScale(anchored: number | undefined): RawScale {
  const reference = Math.max(anchored ?? 0, LEAST);
  const [shift, rest] = [Math.log(reference), Math.log(Math.max(1 - reference, LEAST))];
  return {
    logit: (probability) => Math.log(probability) - shift,
    log: (probability) => Math.log(probability) - rest,
  };
}
