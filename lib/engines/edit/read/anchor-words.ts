import type { Anchor } from '../step';

/** Matches a position in a lowercase text; `anchorOf` reads it. */
const ANCHOR_PATTERN =
  /\b(?:(?:at|in|on|to|into|near|onto)\s+)?(?:(?:the|an?|one)\s+)?(?:(?:very\s+)?(?:(top|upper|bottom|lower)[\s-]*(?:(left|right|center|centre|middle)(?:[\s-]*(?:hand\s+)?(?:corner|side|edge))?|(?:corner|side|edge|half|part)?)|(left|right)(?:[\s-]*(?:hand\s+)?(?:side|edge|half))?|(center|centre|middle)|(corner)))(?:\s+of\s+(?:the\s+)?(?:image|picture|photo|it|base|first(?:\s+image)?))?\b/;

/**
 * The position that a lowercase text names first, with the text around it; null if there is none. A corner without a
 * name is the upper right one.
 */
export function anchorOf(text: string): { anchor: Anchor; rest: string } | null {
  const match = ANCHOR_PATTERN.exec(text);
  if (!match) return null;
  const [all, vertical, corner, side, , unnamed] = match;
  const row = vertical === 'top' || vertical === 'upper' ? 'top' : vertical ? 'bottom' : null;
  const column = [corner, side].find((word): word is 'left' | 'right' => word === 'left' || word === 'right');
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + all.length)}`;
  if (unnamed) return { anchor: 'top-right', rest };
  if (row) return { anchor: column ? `${row}-${column}` : row, rest };
  return { anchor: column ?? 'center', rest };
}
