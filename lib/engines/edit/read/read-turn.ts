import type { EditStep } from '../step';
import type { Clause } from './clause';
import { isNeutral } from './neutral-words';

const TURN_WORDS =
  /\b(?:rotated?|turn(?:ed)?|spin|tilt|straighten|flip(?:ped)?|mirror(?:ed)?|reverse|counter-?clockwise|anti-?clockwise|clockwise|degrees?|deg|horizontally|vertically|horizontal|vertical|upside|down|left|right|around|over|axis|along|180|90|resize|scale|rescale|shrink|enlarge|reduce|size|width|height|wide|tall|high|pixels?|px|large|larger|smaller|bigger|exactly|half|double|twice|original|its)\b|°/g;
const DEGREES = /(-?\d{1,3})\s?(?:°|degrees?|deg\b)/;
const SIZE = /\b(\d{2,5})\s?(?:px|pixels)?\s?(?:x|×|by)\s?(\d{2,5})\s?(?:px|pixels)?\b/;
const ONE_SIDE =
  /\b(\d{2,5})\s?(?:px|pixels?)?\s?(wide|width|tall|high|height)\b|\b(width|height) (?:of |to |is )?(\d{2,5})\b/;
const PERCENT = /(\d{1,3})\s?(?:%|percent\b)/;
const RESIZE =
  /\b(?:resize|rescale|scale|shrink|enlarge|half|double|twice|smaller|bigger|larger|wide|tall|width|height|size)\b/;
const MAX_SIDE = 4_096;

/** Reads turns, mirroring, and sizes. */
export function readTurn({ text }: Clause): EditStep[] | null {
  return readFlip(text) ?? readRotation(text) ?? readSize(text);
}

function readFlip(text: string): EditStep[] | null {
  if (!/\b(?:flip|flipped|mirror|mirrored|reverse)\b/.test(text) || !isAbout(text, '')) return null;
  const isVertical = /\b(?:vertical|vertically|upside|over)\b/.test(text);
  return [{ kind: 'flip', axis: isVertical ? 'vertical' : 'horizontal' }];
}

function readRotation(text: string): EditStep[] | null {
  if (/\bupside down\b/.test(text) && isAbout(text, '')) return [{ kind: 'rotate', degrees: 180 }];
  if (!/\b(?:rotate|rotated|turn|tilt|spin|straighten)\b/.test(text)) return null;
  const match = DEGREES.exec(text) ?? /\b(-?\d{1,3})\b/.exec(text);
  const isLeft = /\b(?:left|counter-?clockwise|anti-?clockwise)\b/.test(text);
  const isRotation = match !== null || isLeft || /\b(?:rotated?|right|clockwise)\b/.test(text);
  if (!isRotation || !isAbout(text, match?.[0] ?? '')) return null;
  const named = match ? Number(match[1]) : 90;
  const degrees = (((isLeft ? -named : named) % 360) + 360) % 360;
  return degrees === 0 ? null : [{ kind: 'rotate', degrees }];
}

function readSize(text: string): EditStep[] | null {
  if (!RESIZE.test(text)) return null;
  const both = SIZE.exec(text);
  if (both && isAbout(text, both[0])) {
    const [width, height] = [Number(both[1]), Number(both[2])];
    return isSize(width) && isSize(height) ? [{ kind: 'resize', width, height, isExact: true }] : null;
  }
  const side = ONE_SIDE.exec(text);
  if (side && isAbout(text, side[0])) {
    const pixels = Number(side[1] ?? side[4]);
    const isWidth = /wid/.test(side[2] ?? side[3] ?? '');
    if (!isSize(pixels)) return null;
    return [
      isWidth ? { kind: 'resize', width: pixels, isExact: false } : { kind: 'resize', height: pixels, isExact: false },
    ];
  }
  const factor = factorOf(text);
  return factor === null ? null : [{ kind: 'scale', factor }];
}

function factorOf(text: string): number | null {
  const percent = PERCENT.exec(text);
  if (percent && isAbout(text, percent[0])) {
    const factor = Number(percent[1]) / 100;
    const isBy = /\b(?:by)\b/.test(text);
    if (isBy && /\b(?:shrink|reduce|smaller|down)\b/.test(text)) return factor < 1 ? 1 - factor : null;
    if (isBy && /\b(?:enlarge|bigger|larger|up)\b/.test(text)) return 1 + factor;
    return factor >= 0.01 && factor <= 8 ? factor : null;
  }
  if (!isAbout(text, '')) return null;
  if (/\b(?:half|smaller|shrink)\b/.test(text)) return 0.5;
  return /\b(?:double|twice|bigger|larger|enlarge)\b/.test(text) ? 2 : null;
}

function isSize(pixels: number): boolean {
  return pixels >= 16 && pixels <= MAX_SIDE;
}

function isAbout(text: string, without: string): boolean {
  return isNeutral(text.replace(without, ' ').replaceAll(TURN_WORDS, ' '));
}
