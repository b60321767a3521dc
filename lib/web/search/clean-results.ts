import type { WebResult } from '../web-result';

const MAX_TITLE = 300;
const MAX_CONTENT = 4_000;
const MAX_URL = 2_000;
/** How many tags within tags are removed. */
const MAX_ROUNDS = 3;

const TAG = /<[/!?]?[a-z-][^<>]*>/i;
const TAGS = new RegExp(TAG, 'gi');
/** What remains of code in Markdown that was nothing but a tag. */
const EMPTY_CODE = /(?<!`)` ?`(?!`) ?/g;

/** What Markdown shows as text although it looks like a tag. */
const SHOWN_TAG = /\\<(?=[a-z/!?])/gi;

/** Entities that engines use in texts. Numbered ones are read by their number. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  middot: '·',
};

/**
 * The results of an engine as callers get them: absolute http(s) addresses, each once; texts without HTML, of bounded
 * length; dates as ISO 8601, empty if they are unknown.
 * @returns at most `limit`
 */
export function cleanResults(results: readonly WebResult[], limit: number): WebResult[] {
  const cleaned = new Map<string, WebResult>();
  for (const result of results) {
    if (cleaned.size === limit) break;
    const url = addressOf(result.url);
    if (url === null || cleaned.has(sameAs(url))) continue;
    cleaned.set(sameAs(url), {
      title: oneLine(plainText(result.title)).slice(0, MAX_TITLE) || url,
      url,
      content: plainText(result.content).slice(0, MAX_CONTENT),
      date: dateOf(result.date),
    });
  }
  return [...cleaned.values()];
}

function addressOf(text: string): string | null {
  if (text.length > MAX_URL || !URL.canParse(text)) return null;
  const url = new URL(text);
  // An address with a password is a trap: it shows another host than it leads to.
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href;
}

/** Addresses that lead to the same page. */
function sameAs(url: string): string {
  return url
    .replace(/^http:/, 'https:')
    .replace(/#.*$/, '')
    .replace(/\/$/, '');
}

/**
 * A text without tags and entities; of a tag that Markdown shows as text, the words stay. What looks like a tag once its entities are replaced is removed too: a page might
 * show the text as HTML.
 */
function plainText(html: string): string {
  const bounded = html.slice(0, 4 * MAX_CONTENT).replace(SHOWN_TAG, '< ');
  return withoutTags(withEntities(withoutTags(bounded)))
    .replace(/\p{Cc}/gu, (character) => (character === '\n' ? '\n' : ' '))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .replace(EMPTY_CODE, '')
    .trim();
}

/** Several times, because what remains of `<<b>script>` is a tag; a text that is nothing else loses the signs. */
function withoutTags(text: string): string {
  let stripped = text;
  for (let round = 0; round < MAX_ROUNDS && TAG.test(stripped); round += 1) stripped = stripped.replace(TAGS, '');
  return TAG.test(stripped) ? stripped.replaceAll('<', '') : stripped;
}

function withEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' ';
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A day or a time as it is if it is ISO 8601, else what the engine's own format means. */
function dateOf(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return text;
  const time = text.length > 60 ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}
