import type { EditStep } from '../step';
import { readAmount } from './amount';
import { anchorOf } from './anchor-words';
import type { Clause } from './clause';
import { baseIn, imageNumberOf } from './image-words';
import { isNeutral } from './neutral-words';

const WORDS =
  /\b(?:place|insert|overlay|paste|combine|merge|join|stitch|blend|mix|fuse|collage|grid|side|next|each|other|both|two|three|four|images|pictures|photos|layers|stack|stacked|vertically|horizontally|row|column|above|below|onto|over|together|arrange|first|between|base|opacity|50\/50|single)\b/g;
const ROW = /\bside (?:by|to) side\b|\bnext to each other\b|\b(?:in|into) a row\b|\bhorizontally\b/;
const COLUMN =
  /\bstack(?:ed)?\b|\bvertically\b|\b(?:above|below|under) each other\b|\b(?:in|into) a column\b|\bon top of each other\b/;
const GRID = /\b(?:collage|grid|contact sheet)\b/;
const BLEND = /\b(?:blend|mix|fuse|double exposure|superimpose)\b/;
const COMBINE = /^(?:combine|merge|join|stitch)\b/;

/** Reads how several images become one. Whether there are so many is not checked here. */
export function readCombination({ text }: Clause): EditStep[] | null {
  return readWhole(text) ?? readPlace(text);
}

function readWhole(text: string): EditStep[] | null {
  if (!isNeutral(withoutImage(text).replaceAll(WORDS, ' '))) return null;
  if (GRID.test(text)) return [{ kind: 'collage', layout: 'grid' }];
  if (ROW.test(text)) return [{ kind: 'collage', layout: 'row' }];
  if (COLUMN.test(text)) return [{ kind: 'collage', layout: 'column' }];
  const image = imageNumberOf(text);
  if (BLEND.test(text)) return [{ kind: 'blend', image: image?.index ?? 1, amount: readAmount(text).share ?? 0.5 }];
  return COMBINE.test(text) ? [{ kind: 'collage', layout: 'row' }] : null;
}

/** Without the words for image and amount. */
function withoutImage(text: string): string {
  const { text: rest } = readAmount(text);
  const image = imageNumberOf(rest);
  return image ? rest.replace(image.words, ' ') : rest;
}

const PLACE = /\b(?:place|put|insert|overlay|paste|add|position|set)\b/g;
/** What a place may be said with; everything else is refused, because it would not be followed. */
const PLACE_WORDS = /\b(?:on top(?: of)?|onto|over|above|size|width|image|picture|photo)\b/g;
const SIZE = /\b(tiny|small|large|big)\b/;
const SIZES: Record<string, number> = { tiny: 0.1, small: 0.18, large: 0.5, big: 0.5 };
const USUAL_SHARE = 0.3;
/** Beside the base instead of on it. */
const BESIDE: readonly [RegExp, { layout: 'row' | 'column'; isBefore: boolean }][] = [
  [/\b(?:below|under|underneath|beneath)\s*$/, { layout: 'column', isBefore: false }],
  [/\babove\s*$/, { layout: 'column', isBefore: true }],
  [/\b(?:next to|beside|alongside)\s*$/, { layout: 'row', isBefore: false }],
];

/** Reads that one image goes onto the base, or beside it. */
function readPlace(text: string): EditStep[] | null {
  const image = imageNumberOf(text);
  if (!image || text.search(PLACE) < 0) return null;
  const base = baseIn(text);
  // The base stays where it is: it cannot be put onto another image.
  if (base && base.index < text.indexOf(image.words)) return null;
  const plain = text.replace(image.words, ' ');
  return readBeside(plain, image.index) ?? readOnto(plain, image.index);
}

function readBeside(text: string, image: number): EditStep[] | null {
  const base = baseIn(text);
  if (!base) return null;
  const before = text.slice(0, base.index);
  const found = BESIDE.find(([pattern]) => pattern.test(before));
  if (!found) return null;
  const [pattern, { layout, isBefore }] = found;
  const rest = `${before.replace(pattern, ' ')} ${text.slice(base.index + base.words.length)}`;
  if (!isNeutral(rest.replaceAll(PLACE, ' '))) return null;
  return [{ kind: 'collage', layout, images: isBefore ? [image, 0] : [0, image] }];
}

function readOnto(text: string, image: number): EditStep[] | null {
  const base = baseIn(text)?.words;
  const onIt = base === undefined ? text : text.replace(base, 'it');
  const { text: said, factor, share } = readAmount(onIt.replace(/\bon top of\b/, 'onto'));
  const placed = anchorOf(said);
  const anchored = placed?.rest ?? said;
  const size = SIZE.exec(anchored)?.[1] ?? '';
  if (!isNeutral(anchored.replace(size, ' ').replaceAll(PLACE, ' ').replaceAll(PLACE_WORDS, ' '))) return null;
  // "Very" needs a size to be about.
  if (size === '' && factor !== 1) return null;
  const named = (SIZES[size] ?? USUAL_SHARE) * (size === 'small' || size === 'tiny' ? 1 / factor : factor);
  const width = Math.min(1, Math.max(0.02, share ?? named));
  return [{ kind: 'place', image, anchor: placed?.anchor ?? 'center', share: width }];
}
