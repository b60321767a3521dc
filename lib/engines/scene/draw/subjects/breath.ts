import { drawText } from '../draw-text';
import type { Palette } from '../palette';
import type { PlacedPart } from './place-subjects';

/** Letters that rise from a sleeping head: where, in shares of the body's box, and how large. */
const LETTERS = [
  { away: 0.1, up: 0.06, size: 0.2 },
  { away: 0.24, up: 0.3, size: 0.26 },
  { away: 0.4, up: 0.6, size: 0.34 },
] as const;

/** “Zzz” above somebody who sleeps; empty for all others. Icons have their heads at the left, unless they are mirrored. */
export function breathOf({ subject, x, y, width, height, isMirrored }: PlacedPart, palette: Palette): string {
  if (!subject.isAsleep) return '';
  const side = Math.min(width, height);
  const ink = palette.isNight ? '#f4f1ff' : '#4b4f9e';
  return LETTERS.map(({ away, up, size }) => {
    const middle = x + width * (isMirrored ? 0.72 : 0.28) + (isMirrored ? 1 : -1) * away * side * 0.5;
    const box = { x: middle - size * side * 0.5, y: y - (up + size) * side, width: size * side, height: size * side };
    return drawText('Z', box, ink);
  }).join('');
}
