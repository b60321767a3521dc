/** How much of something an instruction asks for. */
export type Amount = {
  /** The text without the words for the amount. */
  text: string;
  /** In proportion to the usual amount. */
  factor: number;
  /** 0…1, if a percentage was named. */
  share?: number;
};

const LITTLE =
  /\b(?:(?:just )?a (?:little )?(?:bit|little|touch|tad)|slightly|subtly|subtle|mild(?:ly)?|gently|gentle|somewhat)\b/;
const MUCH =
  /\b(?:(?:very |so )?much|a lot|lots|strongly|strong|heavily|heavy|extremely|extreme|dramatically|dramatic|way|significantly|intense|really|maximum|very)\b/;
const PERCENT = /\b(?:by |to |of |at )?(\d{1,4}(?:\.\d+)?)\s*(?:%|percent\b)/;
const A_LITTLE = 0.4;
const A_LOT = 1.8;

/** Finds how much a lowercase text asks for. */
export function readAmount(text: string): Amount {
  const percent = PERCENT.exec(text);
  if (percent) return { text: without(text, percent), factor: 1, share: Math.min(1, Number(percent[1]) / 100) };
  const little = LITTLE.exec(text);
  if (little) return { text: without(text, little), factor: A_LITTLE };
  const much = MUCH.exec(text);
  if (much) return { text: without(text, much), factor: A_LOT };
  return { text, factor: 1 };
}

function without(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.replace(/\s+/g, ' ').trim();
}
