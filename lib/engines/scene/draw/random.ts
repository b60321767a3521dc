/** Repeatable random numbers of one picture. */
export type Random = {
  /** 0 ≤ x < 1. */
  next: () => number;
  /** `from` ≤ x < `to`. */
  between: (from: number, to: number) => number;
  /** A whole number, `from`…`to`. */
  whole: (from: number, to: number) => number;
  /** One of a list that is not empty. */
  pick: <T>(list: readonly T[]) => T;
};

/** Numbers that only depend on the seed and the name of what they are for, so that one part never shifts another. */
export function makeRandom(seed: number, purpose: string): Random {
  let state = hash(`${seed}:${purpose}`);
  const next = (): number => {
    // A 32-bit generator with a Weyl sequence: small, and good enough for pictures.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + (to - from) * next();
  return {
    next,
    between,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value ^ (value >>> 16);
}
