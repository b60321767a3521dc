/** Sampling options of one choice: the caller's where he set them, else the model's own. */
import type { SequenceEvaluateOptions, Token } from 'node-llama-cpp';
import type { ChildModel, EngineSampling } from '../chat-orders';

/** How far back the repetition penalty looks, as the models' makers advise. */
const REPETITION_WINDOW = 64;
/** The OpenAI penalties are about the whole answer; this much of it is looked at. */
const PENALTY_WINDOW = 512;
/** llama.cpp takes this seed for “choose one yourself”. */
const NO_SEED = 0xffff_ffff;

/** The options for `evaluate`, and the ear that the penalties need. */
export type Sampler = { options: SequenceEvaluateOptions; accept(token: Token): void };

/** @param choice its seed is the caller's plus its number, so that choices differ and can be repeated */
export function samplerOf(defaults: ChildModel['defaults'], asked: EngineSampling, choice: number): Sampler {
  const recent: Token[] = [];
  const { frequencyPenalty = 0, presencePenalty = 0 } = asked;
  const window = frequencyPenalty !== 0 || presencePenalty !== 0 ? PENALTY_WINDOW : REPETITION_WINDOW;
  return {
    accept: (token) => {
      recent.push(token);
      if (recent.length > window) recent.shift();
    },
    options: {
      temperature: asked.temperature ?? defaults.temperature,
      topP: asked.topP ?? defaults.topP,
      topK: asked.topK ?? defaults.topK,
      minP: asked.minP ?? 0,
      seed: seedOf(asked.seed, choice),
      repeatPenalty: {
        punishTokens: () => recent,
        maxPunishTokens: window,
        penalty: asked.repetitionPenalty ?? defaults.repetitionPenalty,
        frequencyPenalty,
        presencePenalty,
      },
    },
  };
}

function seedOf(seed: number | undefined, choice: number): number {
  const wanted = seed === undefined ? crypto.getRandomValues(new Uint32Array(1))[0] : seed + choice;
  const whole = (wanted ?? 0) >>> 0;
  return whole === NO_SEED ? 0 : whole;
}
