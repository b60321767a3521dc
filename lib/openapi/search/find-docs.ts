import type { RouteTable } from '../../http/route-table';
import { processState } from '../../platform/process-state';
import type { DocsHit, DocsHits, Reference } from '../contract';
import { describeRoutes, findReference } from '../reference/shared';
import type { DocsQuery } from './contract';
import { entriesOf, type DocsEntry } from './entries-of';

const MAX_HITS = 8;
const MAX_OF_PAGE = 3;
const EXCERPT_CHARACTERS = 120;
/** Characters of the excerpt before the term that was found. */
const BEFORE = 40;

/** How well a term matches: a whole name, the start of a word in names or in the text, or a part of a word. */
const RANKS = { whole: 0, name: 1, text: 4, inside: 9 } as const;

/** `GET /api/console/docs`: a full-text search over the API reference. */
export async function findInDocs(routes: RouteTable, { q }: DocsQuery): Promise<DocsHits> {
  describeRoutes(() => Promise.resolve(routes));
  return { data: searchEntries(keptEntries(await findReference()), q) };
}

/** The best hits of a search; every term must be found. */
export function searchEntries(entries: readonly DocsEntry[], typed: string): DocsHit[] {
  const terms = typed.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];
  if (terms.length === 0) return [];
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(entry, terms);
    return rank === null ? [] : [{ entry, rank }];
  });
  const ofPage = new Map<string, number>();
  const seen = new Set<string>();
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .filter(({ entry: { slug, anchor, section, text } }) => {
      // Many endpoints have the same field: one of them is enough.
      const names = [`${section ?? ''} ${text}`, `${slug}#${anchor} ${section ?? ''}`];
      const isNew = !names.some((name) => seen.has(name));
      for (const name of names) seen.add(name);
      return isNew;
    })
    .filter(({ entry: { slug } }) => {
      const before = ofPage.get(slug) ?? 0;
      ofPage.set(slug, before + 1);
      return before < MAX_OF_PAGE;
    })
    .slice(0, MAX_HITS)
    .map(({ entry }) => hitOf(entry, terms));
}

function rankOf({ names, words, section }: DocsEntry, terms: readonly string[]): number | null {
  let sum = 0;
  for (const term of terms) {
    if (section?.toLowerCase() === term || (section === null && names.trim() === term)) sum += RANKS.whole;
    else if (startsWord(names, term)) sum += RANKS.name;
    else if (startsWord(words, term)) sum += RANKS.text;
    else if (names.includes(term) || words.includes(term)) sum += RANKS.inside;
    else return null;
  }
  // A page comes before its parts.
  return section === null ? sum : sum + 1;
}

function startsWord(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

function hitOf({ slug, title, method, anchor, section, text, words }: DocsEntry, terms: readonly string[]): DocsHit {
  const page = slug === '' ? '/docs' : `/docs/${slug}`;
  return {
    ...{ href: anchor === '' ? page : `${page}#${anchor}`, title, section },
    ...(method === undefined ? {} : { method }),
    excerpt: excerptOf(text, Math.max(0, ...terms.map((term) => words.indexOf(term)).slice(0, 1))),
  };
}

/** Whole words around a position. */
function excerptOf(text: string, at: number): string {
  if (text.length <= EXCERPT_CHARACTERS) return text;
  const from = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const cut = text.slice(from, from + EXCERPT_CHARACTERS);
  const end = from + EXCERPT_CHARACTERS < text.length ? cut.lastIndexOf(' ') : cut.length;
  const whole = cut.slice(0, end > 0 ? end : cut.length);
  return `${from > 0 ? '… ' : ''}${whole}${from + whole.length < text.length ? ' …' : ''}`;
}

/** Made once: the reference is a new object as soon as the name or the address of the service changes. */
function keptEntries(reference: Reference): DocsEntry[] {
  const kept = processState('openapi.search', () => new WeakMap<Reference, DocsEntry[]>());
  const entries = kept.get(reference) ?? entriesOf(reference);
  kept.set(reference, entries);
  return entries;
}
