import type { EditPart } from '../step';
import type { Clause } from './clause';
import { COLOR_PATTERN, colorOf } from './color-words';
import { isNeutral } from './neutral-words';

const C = `(${COLOR_PATTERN})`;
const PARTS = '(?:parts?|areas?|pixels?|things?|ones?|regions?|tones?|colou?rs?|bits?|objects?|elements?)';
/** `make the red parts blue`, `turn the red car blue`, `change red to blue`. Groups: from, noun, to. */
const FROM_TO: readonly RegExp[] = [
  new RegExp(
    `^(?:make|turn|paint|colou?r|recolou?r|change|dye) (?:all )?(?:of )?(?:the )?${C}(?: (${PARTS}|(?!to |into |be )[\\p{L}-]+))? (?:to |into )?(?:be )?${C}$`,
    'u',
  ),
  new RegExp(
    `^(?:replace|swap|change|recolou?r|turn|convert) (?:all )?(?:the )?(?:colou?r )?${C}(?: (${PARTS}|[\\p{L}-]+))? (?:with|by|for|to|into) (?:the )?(?:colou?r )?${C}$`,
    'u',
  ),
];
const WHOLE = new RegExp(
  `^(?:make|turn|paint|colou?r|colou?ri[sz]e|tint|dye|recolou?r|add|give|apply)?\\s*(?:it|this|that|everything|all|the (?:whole )?(?:image|picture|photo|thing))?\\s*(?:all |in |to |into |with |more |a )*${C}(?: (?:tint|tone|hue|colou?r|cast|overlay))?$`,
);
/** `make the cat blue`: only in composed pictures. */
const DESCRIBE = new RegExp(
  `^(?:make|turn|paint|colou?r|dye) (?:the |all (?:the )?)?([\\p{L}][\\p{L} -]{0,40}?) (?:to |into |in )?${C}$`,
  'u',
);

/** Reads changes of colors. */
export function readColor({ text }: Clause): Omit<EditPart, 'clause'> | null {
  for (const pattern of FROM_TO) {
    const [, first = '', noun = '', second = ''] = pattern.exec(text) ?? [];
    const [from, to] = [colorOf(first), colorOf(second)];
    if (!from || !to) continue;
    const isThing = noun !== '' && !new RegExp(`^${PARTS}$`).test(noun);
    if (noun === 'background') return null;
    return {
      steps: [{ kind: 'recolor', from, to }],
      ...(isThing && { change: { kind: 'describe', what: noun, as: second } }),
    };
  }
  const whole = colorOf(WHOLE.exec(text)?.[1] ?? '');
  if (whole) return { steps: [{ kind: 'recolor', to: whole }] };
  const [, what = '', named = ''] = DESCRIBE.exec(text) ?? [];
  if (what === '' || isNeutral(what) || /\b(?:background|border|frame|text)\b/.test(what)) return null;
  return { steps: [], change: { kind: 'describe', what, as: named } };
}
