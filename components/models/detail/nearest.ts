/** Below it two names have little in common. */
const LEAST = 0.35;

/**
 * The names that are most like one that is not known, the likeliest first.
 * @param most how many at most
 */
export function nearestNames(wanted: string, names: readonly string[], most = 3): string[] {
  const pairs = pairsOf(wanted);
  return names
    .map((name) => ({ name, score: likeness(pairs, pairsOf(name)) }))
    .filter(({ score }) => score >= LEAST)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ name }) => name);
}

/** The share of pairs that two names have in common (Sørensen–Dice), 0 to 1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}

/** Neighbouring letters and digits, whatever separates the words. */
function pairsOf(name: string): Set<string> {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}
