import type { EditStep, NewBackground } from '../step';
import type { Clause } from './clause';
import { COLOR_PATTERN, colorOf } from './color-words';
import { imageNumberOf } from './image-words';
import { isNeutral } from './neutral-words';

const BACKGROUND = /\b(?:back ?ground|backdrop)\b/;
const REMOVE = /\b(?:remove|delete|erase|cut out|clear|no|without|drop|strip|transparent|get rid of|isolate)\b/;
const BLUR = /\b(?:blur(?:red|ry)?|out of focus|bokeh|unsharp)\b/;
const COLOR = new RegExp(`(?:${COLOR_PATTERN})`);
const WORDS =
  /\b(?:back ?ground|backdrop|remove|delete|erase|cut|out|clear|no|without|drop|strip|transparent|get|rid|isolate|replace|swap|blur(?:red|ry)?|focus|bokeh|unsharp|solid|plain|single|color|colour|subject|behind|person|object)\b/g;
const CUT_OUT =
  /^(?:cut out|isolate|extract) (?:the )?(?:subject|person|object|product|foreground|main subject|main object)$/;

/** Reads what shall become of the background. */
export function readBackground({ text }: Clause): EditStep[] | null {
  if (CUT_OUT.test(text)) return stepOf({ type: 'transparent' });
  if (!BACKGROUND.test(text)) return null;
  const image = imageNumberOf(text);
  if (image) return isAboutIt(text, image.words) ? stepOf({ type: 'image', image: image.index }) : null;
  const named = COLOR.exec(text)?.[0] ?? '';
  const color = colorOf(named);
  if (color) return isAboutIt(text, named) ? stepOf({ type: 'color', color }) : null;
  if (!isAboutIt(text, '')) return null;
  if (BLUR.test(text)) return stepOf({ type: 'blur' });
  return REMOVE.test(text) ? stepOf({ type: 'transparent' }) : null;
}

function stepOf(to: NewBackground): EditStep[] {
  return [{ kind: 'background', to }];
}

function isAboutIt(text: string, without: string): boolean {
  return isNeutral(text.replace(without, ' ').replaceAll(WORDS, ' '));
}
