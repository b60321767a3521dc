const NOUN = '(?:image|picture|photo|photograph|one|layer|logo|overlay|sticker|input)';
const ORDER: Record<string, number> = {
  second: 1,
  '2nd': 1,
  other: 1,
  third: 2,
  '3rd': 2,
  fourth: 3,
  '4th': 3,
  fifth: 4,
  '5th': 4,
};
const BY_ORDER = new RegExp(`\\b(?:the |an? )?(${Object.keys(ORDER).join('|')}) ${NOUN}\\b`);
const BY_NUMBER = new RegExp(`\\b(?:the )?${NOUN} (?:number |no\\.? |#)?([2-9])\\b`);
const BY_NAME = /\b(?:the |this |my |our |a )?(?:logo|sticker)\b|\b(?:the|this|my|our|an?) (?:overlay|layer)\b/;

/** Which further image a lowercase text names (the base is 0), with the words that do; null if none. */
export function imageNumberOf(text: string): { index: number; words: string } | null {
  const order = BY_ORDER.exec(text);
  if (order) return { index: ORDER[order[1] ?? ''] ?? 1, words: order[0] };
  const number = BY_NUMBER.exec(text);
  if (number) return { index: Number(number[1]) - 1, words: number[0] };
  const name = BY_NAME.exec(text);
  return name ? { index: 1, words: name[0] } : null;
}

const BASE = new RegExp(
  `\\b(?:the )?(?:first|1st|base)(?: ${NOUN})?\\b|\\b(?:the )?${NOUN} (?:number |no\\.? |#)?1\\b`,
);

/** Where a lowercase text names the base, with the words that do; null if it does not. */
export function baseIn(text: string): { index: number; words: string } | null {
  const match = BASE.exec(text);
  return match && { index: match.index, words: match[0] };
}
