import type { EditStep } from '../step';
import type { Clause } from './clause';
import { COLOR_PATTERN, colorOf } from './color-words';
import { isNeutral } from './neutral-words';
import { readAmount } from './amount';

const FRAME = /\b(?:borders?|frames?|framed|edging)\b/;
const FRAME_WORDS =
  /\b(?:borders?|frames?|framed|edging|thin|thick|wide|narrow|small|large|big|around|solid|simple|px|pixels?|width)\b/g;
const ROUND =
  /\b(?:round(?:ed)?|soft)[- ](?:the )?(?:corners?|edges?|borders?)\b|\b(?:corners?|edges?) (?:round(?:ed)?)\b/;
const CIRCLE = /\b(?:circle|circular|round)\b/;
const COLOR = new RegExp(`(?:${COLOR_PATTERN})`);
const PIXELS = /\b(\d{1,3})[\s-]?(?:px|pixels?)\b/;
const USUAL_SHARE = 0.04;
const THIN_SHARE = 0.015;
const THICK_SHARE = 0.09;
const CORNER_SHARE = 0.08;

/** Reads borders, rounded corners, and circles. */
export function readFrame({ text }: Clause): EditStep[] | null {
  if (ROUND.test(text)) return readCorners(text);
  if (
    CIRCLE.test(text) &&
    isNeutral(text.replaceAll(/\b(?:crop|cut|circle|circular|round|out|shape|shaped)\b/g, ' '))
  ) {
    return [
      { kind: 'crop-to-ratio', width: 1, height: 1, anchor: 'center' },
      { kind: 'round-corners', share: 0.5 },
    ];
  }
  return FRAME.test(text) ? readBorder(text) : null;
}

function readCorners(text: string): EditStep[] | null {
  const { text: rest, factor, share } = readAmount(text);
  if (!isNeutral(rest.replace(ROUND, ' '))) return null;
  return [{ kind: 'round-corners', share: Math.min(0.5, share ?? CORNER_SHARE * factor) }];
}

function readBorder(text: string): EditStep[] | null {
  const pixels = PIXELS.exec(text);
  const { text: rest, share } = readAmount(pixels ? text.replace(pixels[0], ' ') : text);
  const named = COLOR.exec(rest)?.[0] ?? '';
  if (/\b(?:remove|delete|without|no|crop)\b/.test(rest)) return null;
  if (!isNeutral(rest.replace(named, ' ').replaceAll(FRAME_WORDS, ' '))) return null;
  const color = colorOf(named) ?? [255, 255, 255];
  if (pixels) return [{ kind: 'border', color, pixels: Math.max(1, Number(pixels[1])) }];
  const usual = /\b(?:thin|narrow|small)\b/.test(rest)
    ? THIN_SHARE
    : /\b(?:thick|wide|large|big)\b/.test(rest)
      ? THICK_SHARE
      : USUAL_SHARE;
  return [{ kind: 'border', color, share: Math.min(0.5, share ?? usual) }];
}
