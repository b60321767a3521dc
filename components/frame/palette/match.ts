/** Something searchable: its label, and additional keywords. */
export type Findable = { label: string; keywords?: string };

/**
 * How well a search term matches: the start of a word of the label, of a keyword, inside the label, or its letters in
 * order.
 */
const RANKS = { start: 0, further: 1, inside: 2, letters: 3 } as const;
/** With fewer letters, nearly everything would match. */
const LETTERS_FROM = 3;

/**
 * How well an item matches a search; every term must match.
 * @returns 0 is best; null if it does not match
 */
export function rankOf(item: Findable, typed: string): number | null {
  let sum = 0;
  for (const term of termsOf(typed)) {
    const rank = rankOfTerm(item, term);
    if (rank === null) return null;
    sum += rank;
  }
  return sum;
}

/** The matching items, best first; ties keep their order. */
export function findMatches<T extends Findable>(items: readonly T[], typed: string): T[] {
  return items
    .flatMap((item) => {
      const rank = rankOf(item, typed);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

function rankOfTerm({ label, keywords = '' }: Findable, term: string): number | null {
  const text = label.toLowerCase();
  if (termsOf(label).some((start) => start.startsWith(term))) return RANKS.start;
  if (termsOf(keywords).some((start) => start.startsWith(term))) return RANKS.further;
  if (text.includes(term)) return RANKS.inside;
  return term.length >= LETTERS_FROM && hasInOrder(text, term) ? RANKS.letters : null;
}

function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  return [...letters].every((letter) => (at = text.indexOf(letter, at + 1)) >= 0);
}

const termsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}.+]+/gu) ?? [];
