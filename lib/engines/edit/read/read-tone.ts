import type { EditStep, FilterName, ToneName } from '../step';
import { readAmount } from './amount';
import type { Clause } from './clause';
import { isNeutral, isOnlyAbout } from './neutral-words';

const USUAL = 0.35;
const MORE = '(?:more|increase|raise|boost|enhance|up|higher|turn up|bump up|add|improve)';
const LESS = '(?:less|decrease|reduce|lower|turn down|drop)';

/** Patterns of gradual changes, with their direction. */
const TONES: readonly [pattern: RegExp, tone: ToneName, sign: 1 | -1][] = [
  [new RegExp(`\\b(?:${LESS} (?:the )?(?:brightness|exposure|light)|darker|darken|dim(?:mer)?)\\b`), 'brightness', -1],
  [
    new RegExp(
      `\\b(?:${MORE} (?:the )?(?:brightness|exposure|light)|brighter|brighten(?: up)?|lighter|lighten(?: up)?)\\b`,
    ),
    'brightness',
    1,
  ],
  [new RegExp(`\\b(?:${LESS} (?:the )?contrast|softer contrast|flatter)\\b`), 'contrast', -1],
  [new RegExp(`\\b(?:(?:${MORE} (?:the )?|high |stronger )contrast|contrasty|punchier|punchy)\\b`), 'contrast', 1],
  [
    new RegExp(
      `\\b(?:${LESS} (?:the )?(?:saturation|saturated|colou?rful|vivid|vibrant)|desaturated?|muted|duller)\\b`,
    ),
    'saturation',
    -1,
  ],
  [
    new RegExp(
      `\\b(?:${MORE} (?:the )?(?:saturation|saturated|colou?rful|vivid|vibrant|vibrance|colou?rs?)|saturated?|more vivid|vivid|vibrant|colou?rful)\\b`,
    ),
    'saturation',
    1,
  ],
  [/\b(?:cooler|cool|colder|cold|bluish|less warm|more blue)\b/, 'warmth', -1],
  [/\b(?:warmer|warm|less cold|more (?:orange|yellow)|more warmth|warmth)\b/, 'warmth', 1],
  [/\b(?:faded?|washed[- ]out|matte|hazy)\b/, 'fade', 1],
];

/** Patterns of filters, with their usual strength. */
const FILTERS: readonly [pattern: RegExp, filter: FilterName, amount: number][] = [
  [
    /\b(?:monochrome|gr[ae]y ?scale|desaturate(?:d)? completely|(?:remove|drop|without) (?:all )?(?:the )?colou?rs?|shades? of gr[ae]y)\b/,
    'black and white',
    1,
  ],
  [/\bsepia\b/, 'sepia', 1],
  [/\b(?:invert(?:ed)?|negative)\b/, 'invert', 1],
  [
    /\b(?:sharpen(?:ed)?|sharper|crisper|crisp|(?:more|increase|boost|improve) (?:the )?(?:sharpness|clarity|detail))\b/,
    'sharpen',
    0.5,
  ],
  [/\b(?:blur(?:red|ry|rier)?|out of focus|(?:gaussian )?blur)\b/, 'blur', 0.4],
  [/\b(?:vignette|vignetting|dark(?:en)? (?:the )?(?:edges|corners))\b/, 'vignette', 0.6],
  [/\b(?:film )?(?:grain|grainy|grainier|noise|noisy)\b/, 'grain', 0.5],
  [/\bposteri[sz]ed?\b/, 'posterize', 0.6],
  [/\b(?:pixelated?|mosaic censor)\b/, 'pixelate', 0.4],
  [/\b(?:edges?(?: detection)?|outlines?)\b/, 'edges', 1],
  [/\bemboss(?:ed)?\b/, 'emboss', 0.6],
  [/\b(?:vintage|retro|old|aged|nostalgic)\b/, 'vintage', 0.8],
  [/\b(?:denoised?|smooth(?:er|en)?|(?:remove|reduce|less) (?:the )?(?:noise|grain))\b/, 'denoise', 0.5],
];
/** Those that are read first, because another pattern would take a part of them. */
const FIRST = new Set<FilterName>(['denoise', 'black and white']);

const HUE = /\b(?:shift|rotate|change|turn) (?:the )?(?:hues?|colou?rs?) (?:by )?(-?\d{1,3})(?: ?(?:degrees?|°))?/;

/** Reads gradual changes of brightness, contrast, color, and the like; and simple filters. */
export function readTone({ text }: Clause): EditStep[] | null {
  const hue = HUE.exec(text);
  if (hue && isNeutral(text.replace(hue[0], ' '))) {
    const degrees = ((((Number(hue[1]) + 180) % 360) + 360) % 360) - 180;
    return [{ kind: 'tone', tone: 'hue', amount: degrees / 180 }];
  }
  const { text: rest, factor, share } = readAmount(text);
  const scaled = (usual: number): number => Math.min(1, share ?? usual * factor);
  const filters = [...FILTERS].sort((a, b) => Number(FIRST.has(b[1])) - Number(FIRST.has(a[1])));
  const early = filters.find(([pattern, name]) => FIRST.has(name) && isOnlyAbout(rest, pattern));
  if (early) return [{ kind: 'filter', filter: early[1], amount: scaled(early[2]) }];
  const tone = TONES.find(([pattern]) => isOnlyAbout(rest, pattern));
  if (tone) return [{ kind: 'tone', tone: tone[1], amount: tone[2] * scaled(USUAL) }];
  const filter = filters.find(([pattern]) => isOnlyAbout(rest, pattern));
  return filter ? [{ kind: 'filter', filter: filter[1], amount: scaled(filter[2]) }] : null;
}
