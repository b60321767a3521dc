import type { Anchor, EditStep, Rgb } from '../step';
import { anchorOf } from './anchor-words';
import type { Clause } from './clause';
import { COLOR_PATTERN, colorOf } from './color-words';
import { isNeutral } from './neutral-words';

const NOUN = '(?:text|words?|caption|title|label|headline|heading|slogan|message|watermark|subtitle|lettering|line)';
/** An instruction to add a text; group 1 is what follows. */
const INTRO = new RegExp(
  `^(?:add|write|put|insert|overlay|place|print|draw|type|show|include)\\s+(?:(?:a|an|the|some|in)\\s+)?(?:(?:large|big|huge|small|tiny|bold|${COLOR_PATTERN})\\s+){0,3}(?:${NOUN}\\b\\s*)?(?:(?:that )?(?:saying|says|reads|reading|with|of|:)\\s*)?`,
);
const HAS_NOUN = new RegExp(`\\b${NOUN}\\b`);
const QUOTE = /"(\d+)"/;
const COLOR = new RegExp(
  `\\b(?:in|colou?red|of)?\\s*(?:bold\\s+|bright\\s+)?(${COLOR_PATTERN})(?:\\s+(?:letters|text|font|colou?r|ink))?\\b`,
);
const SIZE = /\b(large|big|huge|giant|small|tiny)\b/;
const SIZES: Record<string, number> = { tiny: 0.035, small: 0.05, large: 0.15, big: 0.15, huge: 0.24, giant: 0.3 };
const USUAL_SIZE = 0.09;
const TEXT_WORDS = new RegExp(
  `\\b(?:write|insert|overlay|place|print|draw|type|show|include|saying|says|reads|reading|letters|font|bold|size|corner|over|across|large|big|huge|giant|small|tiny|${NOUN})\\b`,
  'g',
);
/** Where a text without quotation marks ends. */
const TAIL = new RegExp(
  `\\s+(?:(?:at|in|on|to|near)\\s+(?:the\\s+)?(?:very\\s+)?(?:top|bottom|upper|lower|left|right|center|centre|middle)\\b|in\\s+(?:(?:large|big|huge|small|tiny|bold)\\s+)*(?:${COLOR_PATTERN})\\b|in (?:large|big|huge|small|tiny|bold)\\b)`,
);
/** The longest text that is drawn. */
const MAX_CHARACTERS = 120;

/** Reads texts to write onto the image, with place, color, and size. */
export function readText(clause: Clause): EditStep[] | null {
  const { text, quotes } = clause;
  const intro = INTRO.exec(text);
  if (!intro) return null;
  const quoted = QUOTE.exec(text);
  if (quoted) {
    const words = quotes[Number(quoted[1])] ?? '';
    return textStep(words, text.replace(quoted[0], ' '));
  }
  if (!HAS_NOUN.test(intro[0])) return null;
  const tail = TAIL.exec(text.slice(intro[0].length));
  const end = tail ? intro[0].length + tail.index : text.length;
  const words = clause.original.slice(intro[0].length, end).trim();
  return textStep(words, `${text.slice(0, intro[0].length)} ${text.slice(end)}`);
}

function textStep(words: string, about: string): EditStep[] | null {
  const drawn = words.replaceAll(/\s+/g, ' ').trim();
  if (drawn === '' || [...drawn].length > MAX_CHARACTERS) return null;
  const placed = anchorOf(about);
  const anchor: Anchor = placed?.anchor ?? 'bottom';
  const rest = placed?.rest ?? about;
  const match = COLOR.exec(rest);
  const color: Rgb = colorOf(match?.[1] ?? '') ?? [255, 255, 255];
  const size = SIZES[SIZE.exec(rest)?.[1] ?? ''] ?? USUAL_SIZE;
  const left = rest.replace(match?.[0] ?? '', ' ').replaceAll(TEXT_WORDS, ' ');
  return isNeutral(left) ? [{ kind: 'text', text: drawn, anchor, color, size }] : null;
}
