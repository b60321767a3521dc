/** Draws one token after another from a sequence. */
import { type SequenceEvaluateOptions, type Token } from 'node-llama-cpp';
import type { TokenLogprob } from '../../../core/chat';
import type { LoadedModel } from '../loaded-model';
import type { SequenceLease } from '../sequence-lease';
import { chooseToken, drawToken, seededRandom } from './choose-token';
import { rawLogitsOptions, rawScale } from './raw-logits';
import { repeatPenaltyOf, seedBehind, type Sampler } from './sampler';

/** A token and, if requested, its log probabilities. */
export type Drawn = { token: Token; logprob?: TokenLogprob };

/** What to draw. */
export type Drawing = {
  loaded: LoadedModel;
  /** Its sequence is at the prompt without the last token. */
  lease: SequenceLease;
  /** At least one token. */
  prompt: readonly Token[];
  sampler: Sampler;
  /** GBNF that the tokens must match. */
  grammar?: string;
  /** Log probabilities with this many alternatives; absent: none. */
  top?: number;
  signal: AbortSignal;
};

/** Probabilities as the library returns them, the most likely first. */
type Probabilities = ReadonlyMap<Token, number>;

/** One way to sample: the library's options, and how a token is picked from its results. */
type Way = {
  options: SequenceEvaluateOptions;
  /** Whether probabilities are requested; they cost time. */
  withProbabilities: boolean;
  /** The token and its log probabilities. */
  pick: (token: Token, probabilities: Probabilities) => Drawn;
};

/** Lower log probabilities are not distinguished; OpenAI's service reports the same number. */
const LEAST_LOGPROB = -9_999;

/**
 * Tokens until the model ends its answer or generates a separator, which an answer never contains. Log probabilities
 * are those of the model itself, before penalties, truncation, and temperature. Under a grammar they are those of the
 * distribution that was drawn from: of the allowed tokens, after all of that.
 * @throws the signal's reason when aborted
 */
export async function* drawTokens(drawing: Drawing): AsyncGenerator<Drawn, void, undefined> {
  const way = await wayOf(drawing);
  const tokens = [...drawing.prompt];
  while (!(yield* drawWhileLeased(drawing, way, tokens))) await drawing.lease.giveWay(tokens);
}

/**
 * Draws and appends tokens until the answer ends or its sequence is wanted by others.
 * @returns whether the answer has ended
 */
async function* drawWhileLeased(
  { loaded, lease, prompt, sampler, signal }: Drawing,
  { options, withProbabilities, pick }: Way,
  tokens: Token[],
): AsyncGenerator<Drawn, boolean, undefined> {
  const none: Probabilities = new Map();
  signal.throwIfAborted();
  loaded.sweep();
  const input = tokens.slice(-1);
  const seeded = { ...options, seed: seedBehind(options.seed, tokens.length - prompt.length) };
  const source: AsyncGenerator<{ token: Token; probabilities?: Probabilities }, void, void | Token> = withProbabilities
    ? lease.sequence.evaluateWithMetadata(input, { probabilities: true }, seeded)
    : lease.sequence.evaluateWithMetadata(input, {}, seeded);
  const endAnswer = loaded.steps.beginAnswer();
  let chosen: Token | undefined;
  try {
    for (;;) {
      const took = loaded.steps.timeToken();
      const { value, done } = await source.next(chosen);
      const tokenTime = took();
      signal.throwIfAborted();
      if (done) return true;
      const drawn = pick(value.token, value.probabilities ?? none);
      if (loaded.specials.has(drawn.token)) return true;
      sampler.accept(drawn.token);
      tokens.push(drawn.token);
      chosen = drawn.token;
      yield drawn;
      if (lease.isWanted()) return false;
      await lease.rest(tokenTime);
      signal.throwIfAborted();
    }
  } finally {
    endAnswer();
    await source.return();
  }
}

async function wayOf(drawing: Drawing): Promise<Way> {
  if (drawing.grammar !== undefined) return underGrammar(drawing, drawing.grammar);
  if (drawing.top !== undefined) return withLogprobs(drawing, drawing.top);
  const { min, max } = drawing.sampler.temperature;
  return min === max ? plainly(drawing) : withDynamicTemperature(drawing);
}

function plainly({ sampler }: Drawing): Way {
  return {
    options: optionsOf(sampler, sampler.temperature.min),
    withProbabilities: false,
    pick: (token) => ({ token }),
  };
}

/** The library truncates at temperature 1; the few remaining candidates are drawn from here. */
function withDynamicTemperature({ sampler }: Drawing): Way {
  const random = seededRandom(sampler.seed);
  return {
    options: { ...optionsOf(sampler, 1), yieldEogToken: true },
    withProbabilities: true,
    pick: (_, probabilities) => {
      const candidates = [...probabilities].map(([token, probability]) => ({ token, logit: Math.log(probability) }));
      return { token: drawToken(candidates, sampler.temperature, random) };
    },
  };
}

function withLogprobs({ loaded, sampler }: Drawing, top: number): Way {
  const random = seededRandom(sampler.seed);
  return {
    options: rawLogitsOptions(loaded),
    withProbabilities: true,
    pick: (_, probabilities) => {
      const scale = rawScale(probabilities.get(loaded.anchor));
      const token = chooseToken(probabilities, scale.logit, sampler, random);
      return { token, logprob: logprobOf(loaded, token, probabilities, scale.log, top) };
    },
  };
}

/** Separators have texts too, which a grammar would allow: they are excluded. */
async function underGrammar({ loaded, sampler, top }: Drawing, grammar: string): Promise<Way> {
  const { min, max } = sampler.temperature;
  const grammarEvaluationState = await loaded.grammarState(grammar);
  return {
    options: {
      ...optionsOf(sampler, (min + max) / 2),
      tokenBias: loaded.withoutSpecials,
      grammarEvaluationState,
    },
    withProbabilities: top !== undefined,
    pick: (token, probabilities) => {
      return top === undefined ? { token } : { token, logprob: logprobOf(loaded, token, probabilities, Math.log, top) };
    },
  };
}

function optionsOf(sampler: Sampler, temperature: number): SequenceEvaluateOptions {
  const { topK, topP, minP, seed } = sampler;
  return { temperature, topK, topP, minP, seed, repeatPenalty: repeatPenaltyOf(sampler) };
}

function logprobOf(
  { textOf, anchor }: LoadedModel,
  token: Token,
  probabilities: Probabilities,
  log: (probability: number) => number,
  top: number,
): TokenLogprob {
  const likeliest: TokenLogprob['top'] = [];
  for (const [one, probability] of probabilities) {
    if (likeliest.length >= top || probability <= 0) break;
    if (one !== anchor) likeliest.push({ ...textOf(one), logprob: log(probability) });
  }
  const probability = probabilities.get(token) ?? 0;
  const logprob = probability > 0 ? Math.max(log(probability), LEAST_LOGPROB) : LEAST_LOGPROB;
  return { ...textOf(token), logprob, top: likeliest };
}
