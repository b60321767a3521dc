/** How fast models have answered on this machine: the median of the last answers. */
import { SECOND_MS } from '../core/time';

const ANSWERS = 20;
/** Shorter answers say little. */
const MIN_TOKENS = 16;

/** The speed of models, by id. */
export type SpeedMeter = {
  /** An answer of this many tokens after the first one took this long. */
  add: (model: string, tokens: number, tookMs: number) => void;
  /** Tokens per second; null before the first answer. */
  of: (model: string) => number | null;
};

/** Makes a meter that has measured nothing. */
export function makeSpeedMeter(): SpeedMeter {
  const speeds = new Map<string, number[]>();
  return {
    add: (model, tokens, tookMs) => {
      if (tokens < MIN_TOKENS || tookMs <= 0) return;
      const last = speeds.get(model) ?? [];
      speeds.set(model, [...last, (tokens * SECOND_MS) / tookMs].slice(-ANSWERS));
    },
    of: (model) => {
      const sorted = (speeds.get(model) ?? []).toSorted((one, other) => one - other);
      return sorted[Math.floor(sorted.length / 2)] ?? null;
    },
  };
}
