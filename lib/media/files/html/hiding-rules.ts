/** Which elements the style elements of a page hide, as far as simple selectors say so. */
import { scanHtml } from './scan-html';

/** Whether an element is hidden by a rule of the page. */
export type HidingRules = (name: string, attributes: ReadonlyMap<string, string>) => boolean;

/** Of all style elements together. */
const MAX_STYLE_CHARACTERS = 500_000;
const MAX_SELECTORS = 5_000;
/** Classes of one element that are looked at. */
const MAX_CLASSES = 32;

/** `.note`, `#note`, or `p.note`. */
const SIMPLE = /^[a-z\d]{0,20}[.#][\w-]{1,100}$/i;
const NAMES = /[.#][\w-]{1,100}/g;
const HIDES = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:!\s*important\s*)?(?:;|$)/i;
const SHOWS = /(?:^|;)\s*(?:display\s*:(?!\s*none)|visibility\s*:(?!\s*(?:hidden|collapse)))/i;
/** Styles for another medium than a screen hide nothing on one. */
const SCREEN = /^\s*$|all|screen/i;
/** Scripts show these once a page is loaded, and without them it has no text. */
const NEVER_HIDDEN = /^(html|body|main|article)$/;

/**
 * Reads the style elements of a page once. A class or an ID hides an element if a rule of its own does
 * (`display: none`, `visibility: hidden`), and no other rule with it shows anything: scripts and other classes might
 * show the element then.
 */
export function findHidingRules(source: string): HidingRules {
  const hiding = new Set<string>();
  const shown = new Set<string>();
  const css = /<style/i.test(source) ? stylesOf(source) : '';
  for (const { selectors, body, isNested } of rulesOf(css)) {
    if (SHOWS.test(body)) for (const [name] of selectors.matchAll(NAMES)) shown.add(name);
    if (isNested || !HIDES.test(body)) continue;
    for (const selector of selectors.split(',')) {
      if (hiding.size < MAX_SELECTORS && SIMPLE.test(selector.trim())) hiding.add(selector.trim());
    }
  }
  if (hiding.size === 0) return () => false;
  return (name, attributes) => {
    if (NEVER_HIDDEN.test(name)) return false;
    return namesOf(attributes).some((one) => !shown.has(one) && (hiding.has(one) || hiding.has(`${name}${one}`)));
  };
}

function namesOf(attributes: ReadonlyMap<string, string>): string[] {
  const classes = (attributes.get('class') ?? '').split(/\s+/, MAX_CLASSES).filter((one) => one !== '');
  const id = attributes.get('id');
  return [...classes.map((one) => `.${one}`), ...(id === undefined ? [] : [`#${id}`])];
}

/** The rules of all style elements for screens, without comments. */
function stylesOf(source: string): string {
  let css = '';
  let media = '';
  for (const piece of scanHtml(source)) {
    if (piece.type === 'open') media = piece.attributes.get('media') ?? '';
    if (piece.type !== 'raw' || piece.name !== 'style' || !SCREEN.test(media)) continue;
    css += `${piece.text.slice(0, MAX_STYLE_CHARACTERS - css.length)}\n`;
    if (css.length >= MAX_STYLE_CHARACTERS) break;
  }
  return withoutComments(css);
}

function withoutComments(css: string): string {
  const parts: string[] = [];
  for (let from = 0; from < css.length;) {
    const at = css.indexOf('/*', from);
    parts.push(css.slice(from, at < 0 ? undefined : at));
    const end = at < 0 ? -1 : css.indexOf('*/', at + 2);
    from = end < 0 ? css.length : end + 2;
  }
  return parts.join(' ');
}

type Rule = { selectors: string; body: string; isNested: boolean };

/** The innermost rules; nested ones apply under a condition, such as the width of a window. */
function* rulesOf(css: string): Generator<Rule, void, undefined> {
  const open: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of css.matchAll(/[{}]/g)) {
    const text = css.slice(from, index);
    from = index + 1;
    if (mark === '{') {
      // Statements such as `@import` may come before it.
      open.push(text.slice(text.lastIndexOf(';') + 1));
      continue;
    }
    const selectors = open.pop();
    if (selectors !== undefined) yield { selectors, body: text, isNested: open.length > 0 };
  }
}
