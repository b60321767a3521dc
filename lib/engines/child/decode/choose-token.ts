/** Samples in JavaScript, in llama.cpp's order: penalties, top k, top p, min p, temperature. */
import type { Penalties, Sampler } from './sampler';

/** A possible next token, with its logit: the logarithm of its probability, up to a constant. */
export type Candidate<Token> = { token: Token; logit: number };

type Settings<Token> = Pick<Sampler, 'temperature' | 'topK' | 'topP' | 'minP' | 'penalties'> & {
  recent: readonly Token[];
};

/**
 * The next token.
 * @param probabilities of all tokens, the most likely first
 * @param logitOf the absolute logit of a probability: the repetition penalty depends on its sign
 * @param random from 0 to below 1
 */
export function chooseToken<Token>(
  probabilities: ReadonlyMap<Token, number>,
  logitOf: (probability: number) => number,
  settings: Settings<Token>,
  random: () => number,
): Token {
  const { temperature, topK, topP, minP, penalties, recent } = settings;
  const counts = new Map<Token, number>();
  for (const token of recent) counts.set(token, (counts.get(token) ?? 0) + 1);
  // A penalty only moves recent tokens: of the others, only the first ones can be among the first `topK`.
  const greedy = temperature.max === 0;
  const wanted = (greedy ? 1 : topK > 0 ? topK : probabilities.size) + counts.size;
  const candidates: Candidate<Token>[] = [];
  for (const [token, probability] of probabilities) {
    if (candidates.length >= wanted || probability <= 0) break;
    if (!counts.has(token)) candidates.push({ token, logit: logitOf(probability) });
  }
  for (const [token, count] of counts) {
    const probability = probabilities.get(token) ?? 0;
    if (probability > 0) candidates.push({ token, logit: penalized(logitOf(probability), count, penalties) });
  }
  candidates.sort((one, other) => other.logit - one.logit);
  if (greedy) return first(candidates).token;
  const kept = topK > 0 ? candidates.slice(0, topK) : candidates;
  return drawToken(keepMinP(keepTopP(kept, topP), minP), temperature, random);
}

/**
 * Draws a token by its probability, at a temperature between the limits.
 * @param candidates left after truncation, at least one
 */
export function drawToken<Token>(
  candidates: readonly Candidate<Token>[],
  bounds: Sampler['temperature'],
  random: () => number,
): Token {
  const temperature = bounds.min === bounds.max ? bounds.min : temperatureBetween(candidates, bounds);
  if (temperature <= 0) return candidates.reduce((best, one) => (one.logit > best.logit ? one : best)).token;
  const weights = weightsOf(candidates, temperature);
  let rest = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const at = weights.findIndex((weight) => (rest -= weight) < 0);
  return (candidates[at] ?? first(candidates)).token;
}

function temperatureBetween<Token>(
  candidates: readonly Candidate<Token>[],
  { min, max }: Sampler['temperature'],
): number {
  if (candidates.length < 2) return min;
  const weights = weightsOf(candidates, 1);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const entropy = weights.reduce(
    (total, weight) => (weight > 0 ? total - (weight / sum) * Math.log(weight / sum) : total),
    0,
  );
  return min + (max - min) * (entropy / Math.log(candidates.length));
}

function keepTopP<Token>(candidates: readonly Candidate<Token>[], topP: number): readonly Candidate<Token>[] {
  if (topP >= 1) return candidates;
  const weights = weightsOf(candidates, 1);
  let left = topP * weights.reduce((sum, weight) => sum + weight, 0);
  const last = weights.findIndex((weight) => (left -= weight) <= 0);
  return last < 0 ? candidates : candidates.slice(0, last + 1);
}

function keepMinP<Token>(candidates: readonly Candidate<Token>[], minP: number): readonly Candidate<Token>[] {
  if (minP <= 0) return candidates;
  const least = first(candidates).logit + Math.log(minP);
  return candidates.filter(({ logit }, index) => index === 0 || logit >= least);
}

function penalized(logit: number, count: number, { repetition, presence, frequency }: Penalties): number {
  return (logit > 0 ? logit / repetition : logit * repetition) - presence - frequency * count;
}

/** Relative probabilities. */
function weightsOf<Token>(candidates: readonly Candidate<Token>[], temperature: number): number[] {
  const highest = candidates.reduce((most, { logit }) => Math.max(most, logit), -Infinity);
  return candidates.map(({ logit }) => Math.exp((logit - highest) / temperature));
}

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('there is no token to choose from');
  return one;
}

/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
