import { plainText } from '../chat/plain-text';

/** The longest excerpt that is shown. */
const MAX_CHARACTERS = 600;
/** Text beyond this is not even read for an excerpt. */
const MAX_READ = 4_000;

const EMPHASIS = /<\/?(?:b|em|i|mark|strong|span)(?:\s[^<>]{0,200})?>/gi;
const ENTITY =
  /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|hellip|ndash|mdash|rsquo|lsquo|rdquo|ldquo));/gi;
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
};
const LAST_CODE_POINT = 0x10ffff;

/**
 * The excerpt of a result as plain text on one line: engines send tags of emphasis, entities, and Markdown. All other
 * markup stays as text.
 */
export function excerptOf(content: string): string {
  const text = withoutMarkup(plainText(withoutMarkup(content.slice(0, MAX_READ)), 'kept'));
  return shorten(text, MAX_CHARACTERS);
}

/** A title as plain text; the host if a result has none. */
export function titleOf({ title, url }: { title: string; url: string }): string {
  const text = withoutMarkup(title.slice(0, MAX_CHARACTERS)).replace(/\s+/g, ' ').trim();
  return text === '' ? (hostOf(url) ?? url) : text;
}

/** A page without its first heading if that repeats the title, which is shown above it. */
export function withoutTitle(markdown: string, title: string): string {
  const [heading, first] = /^\s*#{1,2} +([^\n]{1,600})(?:\n|$)/.exec(markdown) ?? [];
  // A heading is Markdown, in which some characters are escaped.
  const forms = [first ?? '', (first ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1')];
  return heading !== undefined && forms.some((form) => titleOf({ title: form, url: '' }) === title)
    ? markdown.slice(heading.length).trimStart()
    : markdown;
}

/** The host of a web address without `www.`; null for any other address, which gets no link. */
export function hostOf(url: string): string | null {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return null;
  return new URL(url).host.replace(/^www\./, '');
}

/** Shortens a text at a word, if there is one near the end. */
export function shorten(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const cut = characters.slice(0, most - 1).join('');
  const blank = cut.lastIndexOf(' ');
  return `${(blank > cut.length * 0.8 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}

function withoutMarkup(text: string): string {
  return text.replace(EMPHASIS, '').replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED[name.toLowerCase()] ?? entity;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : entity;
  });
}
