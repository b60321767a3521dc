/** Finds stop strings in a text that arrives in pieces, and holds back text that may become one. */
export type StopMatcher = {
  /** The text that may be sent now, and the stop that ends it. After a stop, nothing more may be pushed. */
  push(text: string): { text: string; stop: string | null };
  /** The text that was held back, if the text ends without a stop. */
  end(): string;
};

/** @param stops empty strings are ignored; of two at the same position the first one counts */
export function createStopMatcher(stops: readonly string[]): StopMatcher {
  const wanted = stops.filter((stop) => stop !== '');
  let held = '';
  return {
    push: (text) => {
      held += text;
      const first = firstOf(held, wanted);
      if (first) {
        const before = held.slice(0, first.at);
        held = '';
        return { text: before, stop: first.stop };
      }
      const safe = held.length - longestBeginning(held, wanted);
      const free = held.slice(0, safe);
      held = held.slice(safe);
      return { text: free, stop: null };
    },
    end: () => {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

/** The earliest stop and its position. */
function firstOf(text: string, stops: readonly string[]): { at: number; stop: string } | null {
  let first: { at: number; stop: string } | null = null;
  for (const stop of stops) {
    const at = text.indexOf(stop);
    if (at >= 0 && (first === null || at < first.at)) first = { at, stop };
  }
  return first;
}

/** Length of the longest suffix of `text` that is the start of a stop. */
function longestBeginning(text: string, stops: readonly string[]): number {
  let longest = 0;
  for (const stop of stops) {
    for (let length = Math.min(stop.length - 1, text.length); length > longest; length -= 1) {
      if (text.endsWith(stop.slice(0, length))) longest = length;
    }
  }
  return longest;
}
