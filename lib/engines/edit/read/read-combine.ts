import type { EditStep } from '../step';
import { readAmount } from './amount';
import { anchorOf } from './anchor-words';
import type { Clause } from './clause';
import { imageNumberOf } from './image-words';
import { isNeutral } from './neutral-words';

const WORDS =
  /\b(?:place|insert|overlay|paste|combine|merge|join|stitch|blend|mix|fuse|collage|grid|side|next|each|other|both|two|three|four|images|pictures|photos|layers|stack|stacked|vertically|horizontally|row|column|above|below|onto|over|together|arrange|first|between|small|large|big|tiny|corner|base|opacity|size|width|50\/50|single)\b/g;
const ROW = /\bside (?:by|to) side\b|\bnext to each other\b|\b(?:in|into) a row\b|\bhorizontally\b/;
const COLUMN =
  /\bstack(?:ed)?\b|\bvertically\b|\b(?:above|below|under) each other\b|\b(?:in|into) a column\b|\bon top of each other\b/;
const GRID = /\b(?:collage|grid|contact sheet)\b/;
const BLEND = /\b(?:blend|mix|fuse|double exposure|superimpose)\b/;
const PLACE = /\b(?:place|put|insert|overlay|paste|add|position|set)\b/;
const SIZES: readonly [RegExp, number][] = [
  [/\btiny\b/, 0.1],
  [/\bsmall\b/, 0.18],
  [/\b(?:large|big)\b/, 0.5],
];
const USUAL_SHARE = 0.3;
const COMBINE = /^(?:combine|merge|join|stitch)\b/;

/** Reads how several images become one. Whether there are so many is not checked here. */
export function readCombination({ text }: Clause): EditStep[] | null {
  if (!isNeutral(withoutPlace(text).replaceAll(WORDS, ' '))) return null;
  if (GRID.test(text)) return [{ kind: 'collage', layout: 'grid' }];
  if (ROW.test(text)) return [{ kind: 'collage', layout: 'row' }];
  if (COLUMN.test(text)) return [{ kind: 'collage', layout: 'column' }];
  const image = imageNumberOf(text);
  if (BLEND.test(text)) return [{ kind: 'blend', image: image?.index ?? 1, amount: readAmount(text).share ?? 0.5 }];
  if (COMBINE.test(text)) return [{ kind: 'collage', layout: 'row' }];
  if (!image || !PLACE.test(text)) return null;
  const anchor = anchorOf(text.replace(image.words, ' '))?.anchor ?? 'center';
  const share = readAmount(text).share ?? SIZES.find(([pattern]) => pattern.test(text))?.[1] ?? USUAL_SHARE;
  return [{ kind: 'place', image: image.index, anchor, share: Math.max(0.02, share) }];
}

/** Without the words for image, amount, and position. */
function withoutPlace(text: string): string {
  const { text: rest } = readAmount(text);
  const image = imageNumberOf(rest);
  const bare = image ? rest.replace(image.words, ' ') : rest;
  return anchorOf(bare)?.rest ?? bare;
}
