/** Something that can be found by words: its label, and further words that a reader may think of. */
export type Findable = { label: string; words?: string };

/** How well a typed word fits: the start of a word of the label, of a further word, inside the label, its letters in order. */
const RANKS = { start: 0, further: 1, inside: 2, letters: 3 } as const;
/** Letters in order fit nearly everything while there are few of them. */
const LETTERS_FROM = 3;

/**
 * How well something fits what was typed; every typed word must fit somewhere.
 * @returns 0 is best; null where it does not fit
 */
export function rankOf(item: Findable, typed: string): number | null {
  let sum = 0;
  for (const word of wordsOf(typed)) {
    const rank = rankOfWord(item, word);
    if (rank === null) return null;
    sum += rank;
  }
  return sum;
}

/** What fits, the best first; equals keep their order. */
export function findFitting<T extends Findable>(items: readonly T[], typed: string): T[] {
  return items
    .flatMap((item) => {
      const rank = rankOf(item, typed);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

function rankOfWord({ label, words = '' }: Findable, word: string): number | null {
  const text = label.toLowerCase();
  if (wordsOf(label).some((start) => start.startsWith(word))) return RANKS.start;
  if (wordsOf(words).some((start) => start.startsWith(word))) return RANKS.further;
  if (text.includes(word)) return RANKS.inside;
  return word.length >= LETTERS_FROM && hasInOrder(text, word) ? RANKS.letters : null;
}

function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  return [...letters].every((letter) => (at = text.indexOf(letter, at + 1)) >= 0);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}.+]+/gu) ?? [];
