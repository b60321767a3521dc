/** Absolute logits out of a library that tells probabilities only. */
import { type SequenceEvaluateOptions, TokenBias } from 'node-llama-cpp';
import type { LoadedModel } from '../loaded-model';

/**
 * Before the division this lifts the anchor's logit above zero, and a division by so much makes nothing of it: its logit is
 * 0 then, whatever the model says.
 */
const LIFT = 1_000;
const DIVISOR = 1e30;

/** Below this a probability is nothing to a 32-bit number. */
const LEAST = 1e-38;

/** How probabilities become logits and log probabilities of the model itself: before penalties, truncation, temperature. */
export type RawScale = {
  /** The absolute logit of a token of this probability, above 0. */
  logit(probability: number): number;
  /** The natural logarithm of what the probability is without the anchor. */
  log(probability: number): number;
};

/**
 * Options under which `evaluateWithMetadata` tells the probabilities of all tokens, none changed. Greedy sampling changes
 * none; the anchor, a separator that no answer contains, gets the logit 0, so that the others' are known from its probability.
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
