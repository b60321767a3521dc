import type { Rgb } from '../step';

/** Colors by name. Longer names come first where one contains another. */
const COLORS: Record<string, Rgb> = {
  'sky blue': [110, 190, 240],
  'navy blue': [22, 36, 96],
  'royal blue': [52, 88, 214],
  'forest green': [34, 110, 54],
  'lime green': [110, 205, 50],
  'hot pink': [255, 84, 160],
  turquoise: [48, 205, 195],
  lavender: [190, 160, 240],
  burgundy: [120, 20, 50],
  magenta: [220, 40, 190],
  crimson: [205, 25, 60],
  scarlet: [235, 40, 30],
  maroon: [128, 20, 30],
  orange: [245, 140, 30],
  yellow: [250, 212, 40],
  golden: [225, 175, 55],
  purple: [140, 60, 190],
  violet: [130, 75, 215],
  indigo: [75, 45, 160],
  silver: [192, 196, 204],
  salmon: [250, 140, 120],
  coral: [255, 125, 95],
  beige: [232, 218, 190],
  cream: [250, 243, 222],
  brown: [130, 82, 45],
  black: [0, 0, 0],
  white: [255, 255, 255],
  green: [50, 165, 70],
  olive: [120, 125, 45],
  peach: [255, 200, 165],
  mint: [160, 235, 200],
  lime: [150, 225, 50],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  gold: [225, 175, 55],
  teal: [20, 140, 145],
  cyan: [35, 205, 230],
  blue: [45, 110, 225],
  navy: [22, 36, 96],
  pink: [248, 135, 185],
  tan: [210, 175, 130],
  red: [218, 42, 42],
};

const NAMES = Object.keys(COLORS).join('|');
/** A regular expression's text that matches a color, with `light` or `dark` before it, or `#ff8800`. */
export const COLOR_PATTERN = `(?:(?:light|pale|bright|dark|deep)\\s+)?(?:${NAMES})|#[0-9a-f]{6}\\b|#[0-9a-f]{3}\\b`;

const ONLY_COLOR = new RegExp(`^(?:${COLOR_PATTERN})$`);
const LIGHTER = 0.5;
const DARKER = 0.55;

/** The color that a lowercase text names as a whole, or null. */
export function colorOf(text: string): Rgb | null {
  if (!ONLY_COLOR.test(text)) return null;
  if (text.startsWith('#')) return hexColor(text.slice(1));
  const [shade, name] = /^(light|pale|bright|dark|deep)\s+(.+)$/.exec(text)?.slice(1) ?? ['', text];
  const color = COLORS[name ?? text];
  if (!color) return null;
  if (shade === 'light' || shade === 'pale') return mapRgb(color, (value) => value + (255 - value) * LIGHTER);
  if (shade === 'dark' || shade === 'deep') return mapRgb(color, (value) => value * DARKER);
  return color;
}

function hexColor(hex: string): Rgb {
  const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const part = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

function mapRgb([red, green, blue]: Rgb, change: (value: number) => number): Rgb {
  return [Math.round(change(red)), Math.round(change(green)), Math.round(change(blue))];
}
