import type { Anchor, EditStep } from '../step';
import { anchorOf } from './anchor-words';
import type { Clause } from './clause';
import { isNeutral } from './neutral-words';

const FRACTIONS: Record<string, number> = { half: 1 / 2, third: 1 / 3, quarter: 1 / 4, fifth: 1 / 5 };
const SHAPES: Record<string, readonly [number, number]> = {
  square: [1, 1],
  landscape: [3, 2],
  widescreen: [16, 9],
  wide: [16, 9],
  portrait: [2, 3],
  vertical: [9, 16],
  horizontal: [16, 9],
  story: [9, 16],
  panorama: [21, 9],
  banner: [3, 1],
};
const SHAPE_NAMES = Object.keys(SHAPES).join('|');
const CROP = /\b(?:crop|cut|trim|keep)\b/;
const AWAY = /\b(?:off|out|away|remove|from)\b/;
const RATIO = /\b(\d{1,2}(?:\.\d+)?)\s?(?::|x|\/|by)\s?(\d{1,2}(?:\.\d+)?)\b/;
const PIXELS = /\b(\d{2,5})\s?(?:px|pixels)?\s?(?:x|×|by)\s?(\d{2,5})\b/;
const PART =
  /\b(left|right|top|bottom|upper|lower|middle|center|central)[\s-]*(?:(half|third|quarter|fifth)|(\d{1,2})\s?(?:%|percent))/;
const SHARE_FROM =
  /\b(\d{1,2})\s?(?:%|percent)(?: (?:off|from|of))*(?: the)? (left|right|top|bottom|upper|lower|(?:all |each |every )?(?:sides?|edges?|borders?))\b/;
const SHAPE_WORDS =
  /\b(?:crop|cut|trim|keep|only|off|out|away|aspect|ratio|format|side|part|shape|size|center|centre|middle|central|cropped|centered)\b/g;
const MAX_RATIO = 8;

/** Reads crops: to a ratio, a part, a share of the sides, pixels, or the center. */
export function readCrop({ text }: Clause): EditStep[] | null {
  return readPixelCrop(text) ?? readPart(text) ?? readShareFrom(text) ?? readRatio(text) ?? readZoom(text);
}

function readPixelCrop(text: string): EditStep[] | null {
  const size = PIXELS.exec(text);
  if (!size || !CROP.test(text) || !isAboutShape(text, size[0])) return null;
  const [width, height] = [Number(size[1]), Number(size[2])];
  if (width / height > MAX_RATIO || height / width > MAX_RATIO) return null;
  return [
    { kind: 'crop-to-ratio', width, height, anchor: 'center' },
    { kind: 'resize', width, height, isExact: true },
  ];
}

function readPart(text: string): EditStep[] | null {
  const match = PART.exec(text);
  if (!match || !CROP.test(text) || !isAboutShape(text, match[0])) return null;
  const [, side = '', fraction, percent] = match;
  const named = fraction ? (FRACTIONS[fraction] ?? 1 / 2) : Number(percent) / 100;
  if (named <= 0 || named >= 1) return null;
  const isAway = AWAY.test(text);
  return [cropBox(isAway ? oppositeOf(side) : side, isAway ? 1 - named : named)];
}

function readShareFrom(text: string): EditStep[] | null {
  const match = SHARE_FROM.exec(text);
  if (!match || !CROP.test(text) || !isAboutShape(text, match[0])) return null;
  const share = Number(match[1]) / 100;
  const side = match[2] ?? '';
  if (share <= 0) return null;
  if (!/^(?:left|right|top|bottom|upper|lower)$/.test(side)) {
    if (share >= 0.5) return null;
    return [{ kind: 'crop', left: share, top: share, width: 1 - 2 * share, height: 1 - 2 * share }];
  }
  return [cropBox(oppositeOf(side), 1 - share)];
}

function readRatio(text: string): EditStep[] | null {
  const isShape =
    CROP.test(text) || /\b(?:aspect|ratio|format)\b/.test(text) || /^(?:make|turn|change) (?:it|this)/.test(text);
  if (!isShape) return null;
  const anchored = /\b(?:keep|keeping|from|at|on) /.test(text) ? anchorOf(text) : null;
  const anchor: Anchor = anchored?.anchor ?? 'center';
  const plain = anchored?.rest ?? text;
  const shape = new RegExp(`\\b(?:${SHAPE_NAMES})\\b`).exec(plain);
  const ratio = RATIO.exec(plain);
  const match = ratio ?? shape;
  if (!match || !isAboutShape(plain, match[0])) return null;
  const [width, height] = ratio ? [Number(ratio[1]), Number(ratio[2])] : (SHAPES[match[0]] ?? [1, 1]);
  if (!(width > 0 && height > 0) || width / height > MAX_RATIO || height / width > MAX_RATIO) return null;
  return [{ kind: 'crop-to-ratio', width, height, anchor }];
}

function readZoom(text: string): EditStep[] | null {
  const zoom =
    /\bzoom(?:ed)?(?: in)?(?: on| to| into)?(?: the)?(?: center| centre| middle)?(?: by)?(?: (\d(?:\.\d+)?)(?:x| times)?)?/.exec(
      text,
    );
  const center = /^crop (?:it |the image )?(?:to |around )?(?:the )?(?:center|centre|middle)$/.test(text);
  if (zoom && !text.includes('out') && isAboutShape(text, zoom[0]))
    return [centerBox(1 / Math.max(1.1, Number(zoom[1] ?? 1.5)))];
  return center ? [centerBox(1 / 2)] : null;
}

function centerBox(share: number): EditStep {
  return { kind: 'crop', left: (1 - share) / 2, top: (1 - share) / 2, width: share, height: share };
}

function cropBox(side: string, share: number): EditStep {
  const box = { kind: 'crop', left: 0, top: 0, width: 1, height: 1 } as const;
  switch (side) {
    case 'left':
      return { ...box, width: share };
    case 'right':
      return { ...box, left: 1 - share, width: share };
    case 'top':
    case 'upper':
      return { ...box, height: share };
    case 'bottom':
    case 'lower':
      return { ...box, top: 1 - share, height: share };
    default:
      return { ...box, left: (1 - share) / 2, width: share };
  }
}

function oppositeOf(side: string): string {
  const pairs: Record<string, string> = {
    left: 'right',
    right: 'left',
    top: 'bottom',
    upper: 'bottom',
    bottom: 'top',
    lower: 'top',
  };
  return pairs[side] ?? side;
}

function isAboutShape(text: string, without: string): boolean {
  return isNeutral(text.replace(without, ' ').replaceAll(SHAPE_WORDS, ' '));
}
