/** How one choice is sampled: with the caller's settings if present, else the model's own. */
import type { LlamaContextSequenceRepeatPenalty, Token } from 'node-llama-cpp';
import type { ChildModel } from '../../chat-jobs';
import type { Sampling } from '../../../core/chat';

/** How far back the repetition penalty looks, as recommended by the models' makers. */
const REPETITION_WINDOW = 64;
/** OpenAI's penalties apply to the whole answer; this much of it is considered. */
const PENALTY_WINDOW = 512;
/** llama.cpp interprets this seed as “choose one yourself”. */
const NO_SEED = 0xffff_ffff;
/** Odd, so that no two token counts give the same seed. */
const SEED_STEP = 0x9e37_79b1;

/** Settings of one choice, and the tokens that its penalties apply to. */
export type Sampler = {
  /**
   * The limits of the temperature; a limit that the caller did not set is the temperature itself. Between them it
   * follows the entropy of the candidates after truncation: the lower limit if the model is certain, the upper one if
   * all tokens are equally likely. Under a grammar their mean is used.
   */
  temperature: { min: number; max: number };
  topK: number;
  topP: number;
  minP: number;
  seed: number;
  penalties: Penalties;
  /** The last tokens, the newest last. */
  recent: Token[];
  accept(token: Token): void;
};

/** `repetition` divides (1 = none), the others are subtracted: once, and once per occurrence. */
export type Penalties = { repetition: number; presence: number; frequency: number; window: number };

/** @param choice added to the caller's seed, so that choices differ and are reproducible */
export function samplerOf(defaults: ChildModel['defaults'], asked: Sampling, choice: number): Sampler {
  const recent: Token[] = [];
  const { frequencyPenalty: frequency = 0, presencePenalty: presence = 0 } = asked;
  const window = frequency !== 0 || presence !== 0 ? PENALTY_WINDOW : REPETITION_WINDOW;
  const temperature = asked.temperature ?? defaults.temperature;
  const { minTemperature = temperature, maxTemperature = temperature } = asked;
  return {
    temperature: { min: Math.min(minTemperature, maxTemperature), max: Math.max(minTemperature, maxTemperature) },
    topK: asked.topK ?? defaults.topK,
    topP: asked.topP ?? defaults.topP,
    minP: asked.minP ?? 0,
    seed: seedOf(asked.seed, choice),
    penalties: { repetition: asked.repetitionPenalty ?? defaults.repetitionPenalty, presence, frequency, window },
    recent,
    accept: (token) => {
      recent.push(token);
      if (recent.length > window) recent.shift();
    },
  };
}

/** The penalties in the library's format; undefined without any, which costs nothing. */
export function repeatPenaltyOf({ penalties, recent }: Sampler): LlamaContextSequenceRepeatPenalty | undefined {
  const { repetition, presence, frequency } = penalties;
  if (repetition === 1 && presence === 0 && frequency === 0) return undefined;
  return {
    punishTokens: () => recent,
    maxPunishTokens: penalties.window,
    penalty: penalties.repetition,
    frequencyPenalty: penalties.frequency,
    presencePenalty: penalties.presence,
  };
}

function seedOf(seed: number | undefined, choice: number): number {
  return usableSeed(seed === undefined ? (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) : seed + choice);
}

/**
 * The seed of a sampler that starts after this many tokens of an answer: with the first seed it would draw the numbers
 * of the beginning again. Far from the seeds of other choices.
 */
export function seedBehind(seed: number | undefined, tokens: number): number | undefined {
  return seed === undefined ? undefined : usableSeed(seed + Math.imul(tokens, SEED_STEP));
}

function usableSeed(seed: number): number {
  const whole = seed >>> 0;
  return whole === NO_SEED ? 0 : whole;
}
