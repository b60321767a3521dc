/** Below this, two names have little in common. */
const MIN_SIMILARITY = 0.35;

/**
 * The names most similar to an unknown one, best first.
 * @param most the maximum number of names
 */
export function nearestNames(wanted: string, names: readonly string[], most = 3): string[] {
  const pairs = pairsOf(wanted);
  return names
    .map((name) => ({ name, score: similarity(pairs, pairsOf(name)) }))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ name }) => name);
}

/** The share of pairs that two names have in common (Sørensen–Dice), from 0 to 1. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}

/** The pairs of adjacent letters and digits, ignoring separators. */
function pairsOf(name: string): Set<string> {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}
