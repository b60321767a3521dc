import { findIcon } from '../../icons/icon-file';
import type { Box } from '../svg';
import { outfitOf } from './outfits';
import { skeletonOf, type Stance } from './skeleton';

/** The box of a body, in shares of what it is when it stands: standing bodies are 1 high. */
export type FigureBox = {
  width: number;
  height: number;
  /** How far the box reaches below the line on which the body stands or sits. */
  below: number;
  /** Hands that hold something, as shares of the box. */
  hands: { x: number; y: number }[];
  /** Where the face is, as shares of the box. */
  face: Box;
  /** Units of the body in the whole height and the whole width. */
  units: { left: number; top: number; width: number; height: number };
};

/** How far tails reach to the side. */
const TAIL = 64;

/** The box of a body in a stance; null if the icon has no body of our own. */
export function figureBox(icon: string, stance: Stance): FigureBox | null {
  const outfit = outfitOf(icon);
  const head = outfit && findIcon(outfit.head);
  if (!outfit || !head) return null;
  const standing = skeletonOf(outfit, { pose: 'standing', held: 0 });
  const body = skeletonOf(outfit, stance);
  const tall = (body.head * head.box[3]) / head.box[2];
  const over = outfit.isBust ? tall - 4 : tall;
  const rise = (of: typeof body): number => (outfit.isBust ? of.hip - over : of.chin - over);
  const whole = -rise(standing);
  const limbs = [...Object.values(body.arms), ...Object.values(body.legs)].flat();
  const tail = outfit.tail === 'bushy' || outfit.tail === 'thin' ? TAIL : 0;
  const wide = Math.max(body.head / 2, tail, ...limbs.map(([x]) => Math.abs(x) + body.arm / 2 + 4));
  const lowest = Math.max(0, ...Object.values(body.legs).map(([, , [, y]]) => y + 8));
  const below = stance.pose === 'standing' || stance.pose === 'walking' ? 0 : lowest;
  const units = { left: -wide, top: rise(body), width: wide * 2, height: below - rise(body) };
  return {
    width: units.width / whole,
    height: units.height / whole,
    below: below / whole,
    hands: body.hands.map(([x, y]) => ({ x: (x - units.left) / units.width, y: (y - units.top) / units.height })),
    face: {
      x: (-body.head / 2 - units.left) / units.width,
      y: 0,
      width: body.head / units.width,
      // Below the head of a bust is its chest.
      height: (tall * (outfit.isBust ? 0.62 : 1)) / units.height,
    },
    units,
  };
}
