/** Finds stop strings in a text that comes in pieces, and holds back what may become one. */
export type StopMatcher = {
  /** The text that may leave now. Once `stopped`, nothing more is to be pushed. */
  push(text: string): { text: string; stopped: boolean };
  /** What was held back, when the text ends without a stop. */
  end(): string;
};

/** @param stops empty strings are passed over */
export function createStopMatcher(stops: readonly string[]): StopMatcher {
  const wanted = stops.filter((stop) => stop !== '');
  let held = '';
  return {
    push: (text) => {
      held += text;
      const at = firstOf(held, wanted);
      if (at >= 0) {
        const before = held.slice(0, at);
        held = '';
        return { text: before, stopped: true };
      }
      const safe = held.length - longestBeginning(held, wanted);
      const free = held.slice(0, safe);
      held = held.slice(safe);
      return { text: free, stopped: false };
    },
    end: () => {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

/** Where the earliest stop begins, or −1. */
function firstOf(text: string, stops: readonly string[]): number {
  let first = -1;
  for (const stop of stops) {
    const at = text.indexOf(stop);
    if (at >= 0 && (first < 0 || at < first)) first = at;
  }
  return first;
}

/** Length of the longest end of `text` with which a stop begins. */
function longestBeginning(text: string, stops: readonly string[]): number {
  let longest = 0;
  for (const stop of stops) {
    for (let length = Math.min(stop.length - 1, text.length); length > longest; length -= 1) {
      if (text.endsWith(stop.slice(0, length))) longest = length;
    }
  }
  return longest;
}
