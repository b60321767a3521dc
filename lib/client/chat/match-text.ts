/** The length of a snippet before its first hit, and its total length. */
const BEFORE = 30;
const SNIPPET = 140;

/** A piece of a snippet; `hit` marks a match. */
export type SnippetPart = { text: string; hit: boolean };

/** Normalizes a text for comparison: ignores case, accents, and letter variants. */
function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ς', 'σ');
}

/** Splits a search into terms, all of which must occur. */
export function termsOf(typed: string): string[] {
  return [...new Set(fold(typed).split(/\s+/).filter(Boolean))];
}

/** Whether a text contains all terms, in any order. */
export function hasTerms(text: string, terms: readonly string[]): boolean {
  const folded = fold(text);
  return terms.every((term) => folded.includes(term));
}

/** The text around the first hit, on one line, with hits marked. */
export function snippetOf(text: string, terms: readonly string[]): SnippetPart[] {
  const line = text.replace(/\s+/g, ' ').trim();
  const first = rangesOf(line, terms)[0]?.[0] ?? 0;
  const from = first <= BEFORE ? 0 : wordStart(line, first - BEFORE, first);
  const characters = [...line.slice(from, from + SNIPPET * 2)];
  const cut = characters.slice(0, SNIPPET).join('');
  const parts = markHits(cut, terms);
  if (from > 0) parts.unshift({ text: '…', hit: false });
  if (from + cut.length < line.length) parts.push({ text: '…', hit: false });
  return parts;
}

/** A whole text with its hits marked. */
export function markHits(text: string, terms: readonly string[]): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let done = 0;
  for (const [from, to] of rangesOf(text, terms)) {
    if (from > done) parts.push({ text: text.slice(done, from), hit: false });
    parts.push({ text: text.slice(from, to), hit: true });
    done = to;
  }
  if (done < text.length) parts.push({ text: text.slice(done), hit: false });
  return parts;
}

/** The ranges of the terms in a text, in order and merged. */
function rangesOf(text: string, terms: readonly string[]): [from: number, to: number][] {
  const { folded, origin } = foldWithOrigin(text);
  const found: [number, number][] = [];
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      found.push([origin[at] ?? 0, origin[at + term.length] ?? text.length]);
    }
  }
  found.sort(([a], [b]) => a - b);
  const joined: [number, number][] = [];
  for (const [from, to] of found) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** The normalized text, with the origin of each character: normalizing changes lengths. */
function foldWithOrigin(text: string): { folded: string; origin: number[] } {
  let folded = '';
  const origin: number[] = [];
  let at = 0;
  for (const character of text) {
    const piece = fold(character);
    for (let index = 0; index < piece.length; index += 1) origin.push(at);
    folded += piece;
    at += character.length;
  }
  return { folded, origin };
}

/**
 * The start of a word near an index, so that a snippet does not start in the middle of one; the index itself if there
 * is none.
 */
function wordStart(line: string, near: number, before: number): number {
  const blank = line.indexOf(' ', near);
  if (blank >= 0 && blank < before) return blank + 1;
  // Not between the halves of a surrogate pair.
  return /[\uDC00-\uDFFF]/.test(line.charAt(near)) ? near + 1 : near;
}
