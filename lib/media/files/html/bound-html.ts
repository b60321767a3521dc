/**
 * Rewrites a page as a small tree: only elements that Markdown can express, balanced, limited in number and depth. The
 * parser and the Markdown writer after it take quadratic time in the depth (measured: 300 KB of `<h1>` took minutes),
 * so they only get what was limited here.
 */
import { type HtmlPiece, scanHtml } from './scan-html';

/** A page within the limits. `title` is plain text with its entities; `isCut` if anything was left out. */
export type BoundedHtml = { html: string; title: string; isCut: boolean };

type OpenPiece = Extract<HtmlPiece, { type: 'open' }>;
type Page = {
  parts: string[];
  /** Names of open elements, the innermost last; at most `MAX_DEPTH`. */
  open: string[];
  /** How many elements of a name are open in the page but were not written. */
  skipped: Map<string, number>;
  /** Open elements whose content is left out. */
  hidden: string[];
  title: string | null;
  nodes: number;
  characters: number;
  /** Whether the last output is the end of a block: another one would have no effect. */
  isAtBreak: boolean;
};

/** Maximum nodes of the tree: each costs the parser and writer about 10 µs. */
const MAX_NODES = 100_000;
/** Maximum characters of text, white space counted as one: as much as is taken from any file. */
const MAX_CHARACTERS = 2_000_000;
/** Maximum nesting. Wrappers such as `div` and `span` do not count: they are not written. */
const MAX_DEPTH = 32;
/** Maximum nested lists and quotes: each indents all lines in it again. */
const MAX_INDENTS = 8;

const HEADING = /^h[1-6]$/;
const INDENT = /^([uo]l|blockquote)$/;
const INLINE = /^(a|b|strong|i|em|code)$/;
const KEPT = /^(h[1-6]|p|[uo]l|li|blockquote|pre|code|a|b|strong|i|em|table|tr|t[hd])$/;
const VOID = /^(br|hr|img)$/;
const NEVER_CLOSED = /^(area|base|col|embed|input|link|meta|param|source|track|wbr)$/;
const LEFT_OUT = /^(noscript|template|svg|canvas|iframe|object|select|button|script|style)$/;
/** Elements that begin a new line and have no Markdown of their own. */
const WRAPPER =
  /^(address|article|aside|audio|body|caption|center|d[dlt]|details|dialog|dir|div|fieldset|fig(caption|ure)|footer|form|frameset|header|hgroup|html|legend|main|menu|nav|noframes|optgroup|option|section|summary|t(body|foot|head)|textarea|title|video)$/;
/**
 * Some blocks end a paragraph. An opening element of the first kind ends an open one of the second, up to the third.
 */
const IMPLIED_ENDS: [opening: RegExp, ended: RegExp, upTo: RegExp][] = [
  [/^(h[1-6]|p|[uo]l|li|blockquote|pre|table|hr)$/, /^(p|h[1-6])$/, /^(li|t[hd]|blockquote|table)$/],
  [/^li$/, /^li$/, /^([uo]l|table)$/],
  [/^(tr|t[hd])$/, /^t[hd]$/, /^table$/],
  [/^tr$/, /^tr$/, /^table$/],
];
/** An end tag of an inline element or paragraph ends nothing beyond these. */
const SCOPE = /^(li|t[hd]|blockquote|table)$/;
const ATTRIBUTES: Record<string, string> = { a: 'href', img: 'alt', code: 'class', ol: 'start' };
const BREAK = '<div></div>';
const DROPPED_IF_EMPTY = /^(h[1-6]|p|[uo]l|li|blockquote|a|b|strong|i|em)$/;
/** A tag at which a line begins or ends. */
const BLOCK_EDGE = /^<\/?(h[1-6r]|p|[uo]l|li|blockquote|pre|table|tr|t[hd]|br|div)\b/;

/** The part of a page that fits the limits. */
export function boundHtml(html: string): BoundedHtml {
  const page: Page = {
    parts: [],
    open: [],
    skipped: new Map(),
    hidden: [],
    title: null,
    nodes: 0,
    characters: 0,
    isAtBreak: true,
  };
  const isFull = (): boolean => page.nodes > MAX_NODES || page.characters > MAX_CHARACTERS;
  for (const piece of scanHtml(html)) {
    if (isFull()) break;
    take(page, piece);
  }
  const isCut = isFull();
  closeUntil(page, 0);
  return { html: page.parts.join(''), title: page.title ?? '', isCut };
}

function take(page: Page, piece: HtmlPiece): void {
  switch (piece.type) {
    case 'text':
      if (page.hidden.length === 0) writeText(page, piece.text);
      return;
    case 'raw':
      if (piece.name === 'title' && page.hidden.length === 0) page.title ??= piece.text.replace(/\s+/g, ' ').trim();
      else if (page.hidden.length === 0 && !LEFT_OUT.test(piece.name)) writeText(page, piece.text);
      return;
    case 'open':
      openElement(page, piece);
      return;
    case 'close':
      closeElement(page, piece.name);
  }
}

function writeText(page: Page, source: string): void {
  const text = page.open.includes('pre') ? source : source.replace(/[ \t\r\n\f]+/g, ' ');
  if (text === ' ' && page.isAtBreak) return;
  const escaped = text.slice(0, MAX_CHARACTERS).replace(/</g, '&lt;');
  page.nodes += 1;
  let end = escaped.length;
  // The parser makes a node for each entity.
  for (let at = escaped.indexOf('&'); at >= 0; at = escaped.indexOf('&', at + 1)) {
    page.nodes += 1;
    if (page.nodes <= MAX_NODES) continue;
    end = at;
    break;
  }
  page.parts.push(escaped.slice(0, end));
  page.characters += text.length;
  page.isAtBreak = false;
}

function openElement(page: Page, piece: OpenPiece): void {
  const { name, isSelfClosing } = piece;
  const hasEnd = !isSelfClosing && !NEVER_CLOSED.test(name) && !VOID.test(name);
  if (LEFT_OUT.test(name)) {
    if (hasEnd) page.hidden.push(name);
    // Unclosed elements must not grow without limit: inside a hidden element only its own name matters.
    if (page.hidden.length > MAX_DEPTH) page.hidden.pop();
    return;
  }
  if (page.hidden.length > 0) return;
  for (const [opening, ended, upTo] of IMPLIED_ENDS) if (opening.test(name)) closeWithin(page, ended, upTo);
  if (VOID.test(name)) return writeTag(page, piece);
  if (WRAPPER.test(name)) {
    closeWithin(page, /^p$/, SCOPE);
    return writeBreak(page);
  }
  if (!KEPT.test(name)) return;
  if (!fits(page, name)) {
    if (hasEnd) page.skipped.set(name, (page.skipped.get(name) ?? 0) + 1);
    if (!INLINE.test(name)) writeBreak(page);
    return;
  }
  writeTag(page, piece);
  page.open.push(name);
  if (!hasEnd) closeUntil(page, page.open.length - 1);
}

function fits({ open }: Page, name: string): boolean {
  if (open.length >= MAX_DEPTH) return false;
  if (INDENT.test(name)) return open.filter((other) => INDENT.test(other)).length < MAX_INDENTS;
  // Bold inside bold has no effect.
  if (INLINE.test(name) || HEADING.test(name)) return !open.includes(name);
  return true;
}

function closeElement(page: Page, name: string): void {
  const { hidden, skipped, open } = page;
  if (hidden.length > 0) {
    const at = hidden.lastIndexOf(name);
    if (at >= 0) hidden.splice(at);
    return;
  }
  const unwritten = skipped.get(name) ?? 0;
  if (unwritten > 0) {
    skipped.set(name, unwritten - 1);
    if (!INLINE.test(name)) writeBreak(page);
    return;
  }
  if (WRAPPER.test(name)) return writeBreak(page);
  if (name === 'br') return writeTag(page, { type: 'open', name, attributes: new Map(), isSelfClosing: true });
  const at = open.lastIndexOf(name);
  const isScoped = INLINE.test(name) || name === 'p';
  if (at < 0 || (isScoped && open.slice(at + 1).some((other) => SCOPE.test(other)))) return;
  closeUntil(page, at);
}

/** Ends the innermost open element of the given kind, unless one of the others is in between. */
function closeWithin(page: Page, ended: RegExp, upTo: RegExp): void {
  for (let at = page.open.length - 1; at >= 0; at -= 1) {
    const name = page.open[at] ?? '';
    if (ended.test(name)) return closeUntil(page, at);
    if (upTo.test(name)) return;
  }
}

function closeUntil(page: Page, depth: number): void {
  const { parts } = page;
  for (const name of page.open.splice(depth).reverse()) {
    // An empty element is dropped, which saves a node; the line break that it causes stays.
    if (DROPPED_IF_EMPTY.test(name) && parts.at(-1)?.startsWith(`<${name}`)) {
      parts.pop();
      page.nodes -= 1;
      page.isAtBreak = BLOCK_EDGE.test(parts.at(-1) ?? BREAK);
      if (!INLINE.test(name)) writeBreak(page);
    } else {
      parts.push(`</${name}>`);
      page.isAtBreak = !INLINE.test(name);
    }
  }
}

function writeTag(page: Page, { name, attributes }: OpenPiece): void {
  const attribute = ATTRIBUTES[name];
  const value = attribute === undefined ? undefined : attributes.get(attribute);
  page.parts.push(value === undefined ? `<${name}>` : `<${name} ${attribute}="${value.replace(/"/g, '&quot;')}">`);
  page.nodes += 1;
  page.characters += value?.length ?? 0;
  page.isAtBreak = !INLINE.test(name) && name !== 'img';
}

function writeBreak(page: Page): void {
  if (page.isAtBreak) return;
  page.parts.push(BREAK);
  page.nodes += 1;
  page.isAtBreak = true;
}
