/** Which numbers a field takes. */
export type NumberBounds = { min: number; max: number; whole: boolean };

/** The number that was typed, with a comma or a point; null for an empty text; `wrong` if it is none, or out of bounds. */
export function readNumber(text: string, { min, max, whole }: NumberBounds): number | null | 'wrong' {
  const trimmed = text.trim().replace(',', '.').replace('−', '-');
  if (trimmed === '') return null;
  const number = Number(trimmed);
  const valid = Number.isFinite(number) && number >= min && number <= max && (!whole || Number.isInteger(number));
  return valid ? number : 'wrong';
}
