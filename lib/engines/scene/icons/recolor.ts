import { hexOf, type Hsl, hslHex, hslOf, hueDistance, rgbOf } from '../draw/color';
import type { SubjectColor } from '../scene';
import type { SceneIcon } from './icon-file';
import { SUBJECT_COLORS } from './subject-colors';

/** Shades of the main color lie this far from it, in degrees; what lies farther is another part of the picture. */
const SAME_PART = 58;
/** Darker than this are outlines and eyes. */
const OUTLINE = 0.17;
/** Below this saturation a color counts as gray. */
const GRAY = 0.14;
/** Skin, on people: yellow, or brown of little saturation. */
const SKIN = { yellow: { from: 24, to: 54 }, brown: { from: 8, to: 34, maxSaturation: 0.62 } };
/** Bills of birds: yellow and orange. */
const BILL = { from: 20, to: 56, minSaturation: 0.4 };
/** How much of the difference in lightness is left of parts in other colors that take the color, too. */
const OTHER_PARTS = 0.3;
/** On people, hair and skin are close to many colors of clothes. */
const SAME_CLOTHES = 20;

/**
 * The elements of an icon, with its main color replaced: its shades stay shades, and outlines, eyes, skin, and parts in
 * other colors stay as they are.
 * @param elements of the icon, in either version
 * @param isPerson whether colors of skin are to be kept
 * @param isWhole whether parts in other colors take the color as well, but for a bill: a white duck has no green head
 */
export function recolor(
  elements: string,
  { main }: SceneIcon,
  color: SubjectColor,
  isPerson: boolean,
  isWhole = false,
): string {
  const target = SUBJECT_COLORS[color];
  const from = isPerson ? clothesOf(elements) : main;
  const reach = isPerson ? SAME_CLOTHES : SAME_PART;
  // What is shaded in pale violet is gray in the flat version.
  const isGray = from === null || from.s < GRAY * 2 || !hasShade(elements, from, reach);
  const base = isGray ? { h: 0, s: 0, l: meanGray(elements) } : from;
  const change = (hex: string): string => {
    const own = hslOf(hex);
    if (own.l < OUTLINE) return hex;
    if (isWhole && own.s >= GRAY) {
      const l = base.l + (own.l - base.l) * OTHER_PARTS;
      return isBill(own) ? hex : hslHex(moved({ ...own, l }, base, target, color));
    }
    const belongs = isGray ? own.s < 0.35 || own.l > 0.9 : own.s >= GRAY && hueDistance(own.h, base.h) <= reach;
    if (!belongs || (isPerson && isSkin(own))) return hex;
    return hslHex(moved(own, base, target, color));
  };
  return changeColors(elements, change);
}

/** Whether there is any shade of a color. */
function hasShade(elements: string, { h }: Hsl, reach: number): boolean {
  return [...elements.matchAll(/#[0-9a-f]{6}\b/gi)].some(([hex]) => {
    const own = hslOf(hex);
    return own.l >= OUTLINE && own.s >= GRAY && hueDistance(own.h, h) <= reach;
  });
}

function moved(own: Hsl, base: Hsl, target: Hsl, color: SubjectColor): Hsl {
  // Near black and white there is little space for shades.
  const reach = color === 'black' ? 0.45 : color === 'white' ? 0.4 : 0.75;
  const saturation = base.s > 0 ? Math.min(1.15, 0.55 + (0.45 * own.s) / base.s) : 1;
  const l = Math.max(0.05, Math.min(0.98, target.l + (own.l - base.l) * reach));
  return { h: target.h, s: target.s * saturation, l };
}

/** Applies a change to all colors: fills, strokes, gradients, and the shadows that filters add. */
function changeColors(elements: string, change: (hex: string) => string): string {
  return elements
    .replace(/#[0-9a-f]{6}\b|#[0-9a-f]{3}\b/gi, (hex, at: number) => {
      // References to gradients look like colors when their names consist of such letters.
      return elements[at - 1] === '(' || elements.startsWith('href=', at - 6) ? hex : change(hex);
    })
    .replace(/values="0 0 0 0 ([\d.]+) 0 0 0 0 ([\d.]+) 0 0 0 0 ([\d.]+) /g, (whole, ...parts: string[]) => {
      const [red = 0, green = 0, blue = 0] = parts.slice(0, 3).map((part) => Number(part) * 255);
      // Without a color it selects the shape, for the filter's own use.
      if (red + green + blue === 0) return whole;
      const shades = rgbOf(change(hexOf(red, green, blue))).map((part) => (part / 255).toFixed(3));
      return `values="${shades.map((shade) => `0 0 0 0 ${shade} `).join('')}`;
    });
}

function isBill({ h, s }: Hsl): boolean {
  return h >= BILL.from && h <= BILL.to && s >= BILL.minSaturation;
}

function isSkin({ h, s, l }: Hsl): boolean {
  const { yellow, brown } = SKIN;
  const isYellow = h >= yellow.from && h <= yellow.to && s > 0.25;
  return l > 0.25 && (isYellow || (h >= brown.from && h <= brown.to && s > 0.2 && s < brown.maxSaturation));
}

/** The most frequent color of a person that is not skin. */
function clothesOf(elements: string): Hsl | null {
  const sectors = new Map<number, Hsl[]>();
  for (const [hex] of elements.matchAll(/#[0-9a-f]{6}\b/gi)) {
    const own = hslOf(hex);
    if (own.s < 0.25 || own.l < 0.2 || own.l > 0.92 || isSkin(own)) continue;
    const sector = Math.floor(((own.h + 15) % 360) / 30);
    sectors.set(sector, [...(sectors.get(sector) ?? []), own]);
  }
  const most = [...sectors.values()].sort((a, b) => b.length - a.length)[0];
  return most?.[Math.floor(most.length / 2)] ?? null;
}

function meanGray(elements: string): number {
  const grays = [...elements.matchAll(/#[0-9a-f]{6}\b/gi)]
    .map(([hex]) => hslOf(hex))
    .filter(({ s, l }) => s < 0.35 && l > 0.25);
  return grays.length > 0 ? grays.reduce((sum, { l }) => sum + l, 0) / grays.length : 0.7;
}
