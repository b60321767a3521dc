/**
 * Rewrites a page as a balanced tree of limited size and depth, without scripts, forms, and what a reader of the page
 * does not see. The parsers after it take quadratic time in the depth.
 */
import { type HtmlPiece, scanHtml } from './scan-html';
import { isHidden, isMenu, LEFT_OUT, NEVER_CLOSED } from './hidden';
import { findHidingRules, type HidingRules } from './hiding-rules';

/** What a page said about its date while it was read. */
export type DateClues = { metas: Map<string, string>; jsonLd: string; time: string | null };

/**
 * A pruned page. `isCut` if it was too large; `clues` are what it says about its date; `asksForPassword` if its readers
 * see a field for one that is not in a menu or its header.
 */
export type PrunedPage = { html: string; clues: DateClues; isCut: boolean; asksForPassword: boolean };

type OpenPiece = Extract<HtmlPiece, { type: 'open' }>;
type Page = {
  parts: string[];
  /** Names of open elements, the innermost last; at most `MAX_DEPTH`. */
  open: string[];
  /**
   * How many elements of a name are open in the page but were not written, because they are too deep. All of them are
   * in the innermost open one.
   */
  skipped: Map<string, number>;
  /** Open elements from the one that hides its content, and how many of each name: pages may have very many of them. */
  hidden: string[];
  hiddenNames: Map<string, number>;
  clues: DateClues;
  asksForPassword: boolean;
  /** What of the page is left out besides what its elements themselves hide. */
  leavesOut: HidingRules;
  elements: number;
  characters: number;
};

/** Each costs the parsers some 50 µs. */
const MAX_ELEMENTS = 50_000;
const MAX_CHARACTERS = 2_000_000;
const MAX_DEPTH = 100;
/** `<` in one text that begin no tag. */
const MAX_SIGNS = 200_000;
const MAX_JSON_LD_CHARACTERS = 200_000;
const MAX_METAS = 200;

const ATTRIBUTES = ['id', 'class', 'role', 'itemprop', 'rel', 'property', 'name', 'content', 'href', 'alt', 'start'];
/** An opening element of these ends an open paragraph. */
const BLOCK =
  /^(address|article|aside|blockquote|details|div|dl|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|main|menu|nav|ol|p|pre|section|table|ul)$/;
/** What else an opening element ends, and the elements within which that holds. */
const IMPLIED_ENDS: [opening: RegExp, ended: RegExp, within: readonly string[]][] = [
  [BLOCK, /^p$/, ['li', 'dd', 'dt', 'td', 'th', 'table', 'div', 'section', 'article', 'blockquote', 'body']],
  [/^li$/, /^li$/, ['ul', 'ol', 'menu']],
  [/^d[dt]$/, /^d[dt]$/, ['dl']],
  [/^t[dh]$/, /^t[dh]$/, ['tr', 'table']],
  [/^tr$/, /^tr$/, ['table']],
  [/^t(head|body|foot)$/, /^t(head|body|foot)$/, ['table']],
  [/^option$/, /^option$/, ['select', 'datalist']],
];

/**
 * The part of a page that is seen and fits the limits.
 * @param menus whether its menus stay
 */
export function pruneHtml(source: string, menus: 'kept' | 'left out' = 'kept'): PrunedPage {
  const hides = findHidingRules(source);
  const page: Page = {
    parts: [],
    open: [],
    skipped: new Map(),
    hidden: [],
    hiddenNames: new Map(),
    clues: { metas: new Map(), jsonLd: '', time: null },
    asksForPassword: false,
    leavesOut: (...element) => hides(...element) || (menus === 'left out' && isMenu(...element)),
    elements: 0,
    characters: 0,
  };
  const isFull = (): boolean => page.elements > MAX_ELEMENTS || page.characters > MAX_CHARACTERS;
  let lastOpen: OpenPiece | null = null;
  for (const piece of scanHtml(source)) {
    if (isFull()) break;
    if (piece.type === 'open') openElement(page, piece);
    else if (piece.type === 'close') closeElement(page, piece.name);
    else if (piece.type === 'text') writeText(page, piece.text);
    else takeRaw(page, piece, lastOpen);
    if (piece.type === 'open') lastOpen = piece;
  }
  const isCut = isFull();
  closeUntil(page, 0);
  return { html: page.parts.join(''), clues: page.clues, isCut, asksForPassword: page.asksForPassword };
}

function writeText(page: Page, text: string): void {
  if (page.hidden.length > 0) return;
  page.parts.push(startOf(text).replace(/</g, '&lt;'));
  page.characters += text.length;
}

/** Escaping millions of signs takes seconds, and the parsers read fewer of them anyway. */
function startOf(text: string): string {
  let signs = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    signs += 1;
    if (signs > MAX_SIGNS) return text.slice(0, at);
  }
  return text.slice(0, MAX_CHARACTERS);
}

/** Between texts of elements that are not written. Long runs of spaces cost the parsers much time. */
function writeSpace({ parts }: Page): void {
  if (!/\s$/.test(parts.at(-1)?.slice(-1) ?? '')) parts.push(' ');
}

/** The content of a script, a style, or the title; its end tag comes later, as another piece. */
function takeRaw(page: Page, { name, text }: Extract<HtmlPiece, { type: 'raw' }>, start: OpenPiece | null): void {
  if (name === 'title') return writeText(page, text);
  if (name !== 'script' || start?.attributes.get('type')?.toLowerCase() !== 'application/ld+json') return;
  const { clues } = page;
  if (clues.jsonLd.length < MAX_JSON_LD_CHARACTERS) clues.jsonLd += text.slice(0, MAX_JSON_LD_CHARACTERS);
}

function openElement(page: Page, piece: OpenPiece): void {
  const { name, isSelfClosing, attributes } = piece;
  const hasEnd = !NEVER_CLOSED.test(name) && !(isSelfClosing && /^(svg|path|use)$/.test(name));
  if (page.hidden.length > 0) {
    // An element that ends the hidden one, as a paragraph ends another, is seen again.
    const isEnded = page.hidden.length === 1 && impliesEnd(name, page.hidden[0] ?? '');
    if (!isEnded) {
      if (hasEnd) hide(page, name);
      return;
    }
    showFrom(page, 0);
  }
  noteClues(page.clues, piece);
  page.asksForPassword ||= isPasswordField(page, piece);
  if (LEFT_OUT.test(name) || isHidden(attributes) || page.leavesOut(name, attributes)) {
    if (hasEnd) hide(page, name);
    return;
  }
  for (const [opening, ended, within] of IMPLIED_ENDS) if (opening.test(name)) closeWithin(page, ended, within);
  if (hasEnd && page.open.length >= MAX_DEPTH) {
    page.skipped.set(name, (page.skipped.get(name) ?? 0) + 1);
    writeSpace(page);
    return;
  }
  page.elements += 1;
  page.parts.push(tagOf(piece));
  if (hasEnd) page.open.push(name);
}

function isPasswordField({ open, leavesOut }: Page, { name, attributes }: OpenPiece): boolean {
  if (name !== 'input' || attributes.get('type')?.trim().toLowerCase() !== 'password') return false;
  return !isHidden(attributes) && !leavesOut(name, attributes) && !open.includes('nav') && !open.includes('header');
}

function closeElement(page: Page, name: string): void {
  if (page.hidden.length > 0) {
    // Only what is there is searched for: each element is passed once, by the search that closes it.
    if ((page.hiddenNames.get(name) ?? 0) > 0) return showFrom(page, page.hidden.lastIndexOf(name));
    // The end of an element around the hidden one ends that, too.
    if (!page.open.includes(name)) return;
    showFrom(page, 0);
  }
  const unwritten = page.skipped.get(name) ?? 0;
  if (unwritten > 0) {
    page.skipped.set(name, unwritten - 1);
    writeSpace(page);
    return;
  }
  const at = page.open.lastIndexOf(name);
  if (at >= 0) closeUntil(page, at);
}

function hide({ hidden, hiddenNames }: Page, name: string): void {
  hidden.push(name);
  hiddenNames.set(name, (hiddenNames.get(name) ?? 0) + 1);
}

/** Closes hidden elements; 0 closes all. */
function showFrom({ hidden, hiddenNames }: Page, at: number): void {
  for (const name of hidden.splice(at)) hiddenNames.set(name, (hiddenNames.get(name) ?? 1) - 1);
}

function closeWithin(page: Page, ended: RegExp, within: readonly string[]): void {
  // An item of a list that was not written does not end the item around that list.
  if (within.some((name) => (page.skipped.get(name) ?? 0) > 0)) return;
  for (let at = page.open.length - 1; at >= 0; at -= 1) {
    const name = page.open[at] ?? '';
    if (ended.test(name)) return closeUntil(page, at);
    if (within.includes(name)) return;
  }
}

function closeUntil(page: Page, depth: number): void {
  if (depth < page.open.length) page.skipped.clear();
  for (const name of page.open.splice(depth).reverse()) page.parts.push(`</${name}>`);
}

function impliesEnd(opening: string, open: string): boolean {
  return IMPLIED_ENDS.some(([begins, ended]) => begins.test(opening) && ended.test(open));
}

function tagOf({ name, attributes }: OpenPiece): string {
  const written = ATTRIBUTES.flatMap((attribute) => {
    const value = attributes.get(attribute);
    return value === undefined ? [] : [` ${attribute}="${value.replace(/"/g, '&quot;')}"`];
  });
  return `<${name}${written.join('')}>`;
}

function noteClues(clues: DateClues, { name, attributes }: OpenPiece): void {
  if (name === 'meta' && clues.metas.size < MAX_METAS) {
    const key = attributes.get('property') ?? attributes.get('name') ?? attributes.get('itemprop');
    const content = attributes.get('content');
    if (key !== undefined && content !== undefined && !clues.metas.has(key.toLowerCase())) {
      clues.metas.set(key.toLowerCase(), content);
    }
  }
  const isPublication = attributes.has('pubdate') || attributes.get('itemprop') === 'datePublished';
  if (name === 'time' && isPublication) clues.time ??= attributes.get('datetime') ?? null;
}
