/** Splits HTML into tags and text, reading each character about once, whatever it contains. */

/** A piece of a page. Text keeps its entities. Names are lowercase, without a prefix. */
export type HtmlPiece =
  | { type: 'text'; text: string }
  | { type: 'open'; name: string; attributes: Map<string, string>; isSelfClosing: boolean }
  | { type: 'close'; name: string }
  /** The content of an element that cannot contain tags, such as a script. */
  | { type: 'raw'; name: string; text: string };

/** Elements whose content is not markup: it only ends at their own end tag. */
const RAW = /^(script|style|title|textarea|xmp|noembed|noframes)$/;
const NAME_START = /[a-zA-Z]/;
const NAME = /[^\s/>]*/y;
const ATTRIBUTE_NAME = /[\s/]*([^\s/>=]*)\s*(=?)\s*/y;
const UNQUOTED = /[^\s>]*/y;
/** Attributes and values beyond these are skipped. */
const MAX_ATTRIBUTES = 64;
const MAX_VALUE_CHARACTERS = 4_000;

/**
 * The pieces of a page in order. Comments, document types and instructions are left out; a `<` that begins no tag is
 * text; an unfinished tag or comment is left out, as browsers do.
 */
export function* scanHtml(html: string): Generator<HtmlPiece, void, undefined> {
  let textFrom = 0;
  let at = html.indexOf('<');
  while (at >= 0) {
    const tag = readTag(html, at);
    if (tag === null) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    if (at > textFrom) yield { type: 'text', text: html.slice(textFrom, at) };
    if (tag.piece) yield tag.piece;
    textFrom = tag.end;
    if (tag.piece?.type === 'open' && !tag.piece.isSelfClosing && RAW.test(tag.piece.name)) {
      const end = endOfRaw(html, tag.end, tag.piece.name);
      yield { type: 'raw', name: tag.piece.name, text: html.slice(tag.end, end) };
      textFrom = end;
    }
    at = html.indexOf('<', textFrom);
  }
  if (textFrom < html.length) yield { type: 'text', text: html.slice(textFrom) };
}

/** A tag, a comment or an instruction; null if the `<` is text. `end` is the index after it. */
function readTag(html: string, at: number): { piece: HtmlPiece | null; end: number } | null {
  const next = html[at + 1] ?? '';
  // A text may have millions of them.
  if (next === '<' || next === ' ') return null;
  if (NAME_START.test(next)) return readOpen(html, at + 1);
  if (next === '/' && NAME_START.test(html[at + 2] ?? '')) {
    const name = nameAt(html, at + 2);
    return { piece: { type: 'close', name: localName(name) }, end: indexAfter(html, '>', at + 2 + name.length) };
  }
  if (html.startsWith('<!--', at)) return { piece: null, end: indexAfter(html, '-->', at + 4) };
  if (html.startsWith('<![CDATA[', at)) {
    const end = indexAfter(html, ']]>', at);
    return { piece: { type: 'text', text: html.slice(at + 9, Math.max(at + 9, end - 3)) }, end };
  }
  return next === '!' || next === '?' || next === '/' ? { piece: null, end: indexAfter(html, '>', at) } : null;
}

function readOpen(html: string, from: number): { piece: HtmlPiece | null; end: number } {
  const name = nameAt(html, from);
  const attributes = new Map<string, string>();
  let at = from + name.length;
  while (at < html.length && html[at] !== '>') {
    ATTRIBUTE_NAME.lastIndex = at;
    const [all = '', attribute = '', equals] = ATTRIBUTE_NAME.exec(html) ?? [];
    at += all.length;
    const { value, end } = equals === '=' ? readValue(html, at) : { value: '', end: at };
    at = all === '' ? at + 1 : end;
    keepAttribute(attributes, attribute.toLowerCase(), value);
  }
  if (at >= html.length) return { piece: null, end: html.length };
  const isSelfClosing = html[at - 1] === '/';
  return { piece: { type: 'open', name: localName(name), attributes, isSelfClosing }, end: at + 1 };
}

/** The first of several with the same name counts. One without a value, such as `hidden`, has an empty one. */
function keepAttribute(attributes: Map<string, string>, name: string, value: string): void {
  if (name === '' || attributes.size >= MAX_ATTRIBUTES || value.length > MAX_VALUE_CHARACTERS) return;
  if (!attributes.has(name)) attributes.set(name, value);
}

function readValue(html: string, at: number): { value: string; end: number } {
  const quote = html[at];
  if (quote === '"' || quote === "'") {
    const end = html.indexOf(quote, at + 1);
    return end < 0 ? { value: '', end: html.length } : { value: html.slice(at + 1, end), end: end + 1 };
  }
  UNQUOTED.lastIndex = at;
  const value = UNQUOTED.exec(html)?.[0] ?? '';
  return { value, end: at + value.length };
}

function nameAt(html: string, at: number): string {
  NAME.lastIndex = at;
  return NAME.exec(html)?.[0] ?? '';
}

/** `opf:item` is `item`. */
function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1, name.lastIndexOf(':') + 100).toLowerCase();
}

function indexAfter(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

function endOfRaw(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}[\\s/>]`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}
