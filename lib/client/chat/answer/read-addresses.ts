import type { Citation } from '../../stream-chat';

/** An address in a message, as the service finds it: up to white space or what quotes it. */
const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** Punctuation that ends the sentence rather than the address. */
const TRAILING = /[)\].,;:!?]+$/;

/** Splits an answer's sources into pages that the question named, which were read, and results of a search. */
export function splitSources(sources: readonly Citation[], question: string): { read: Citation[]; found: Citation[] } {
  const named = new Set((question.match(ADDRESS) ?? []).map((address) => normal(address.replace(TRAILING, ''))));
  const isRead = ({ url }: Citation) => named.has(normal(url));
  return { read: sources.filter(isRead), found: sources.filter((source) => !isRead(source)) };
}

/** At most so many addresses of a message are read. */
const MAX_READ = 5;
/** Lines that quote others, whose addresses are not read. */
const QUOTED = /^[ \t]*>.*$/gm;

/** The addresses of a question that are read, as `normal` writes them. */
export function addressesToRead(question: string): string[] {
  const written = question.replace(QUOTED, '').match(ADDRESS) ?? [];
  const named = new Set(written.map((address) => normal(address.replace(TRAILING, ''))));
  return [...named].slice(0, MAX_READ);
}

/**
 * What became of the addresses of a question that were not read; null if all were, or if they were not to be read. An
 * address that leads to another one is not known by its name.
 * @param sources none if no address could be read
 */
export function unreadText(sources: readonly Citation[], question: string): string | null {
  const { read } = splitSources(sources, question);
  const named = addressesToRead(question);
  const missing = named.length - sources.length;
  if ((read.length === 0 && sources.length > 0) || missing <= 0) return null;
  const known = new Set(sources.map(({ url }) => normal(url)));
  const unknown = named.filter((address) => !known.has(address));
  const what = unknown.length === missing ? unknown.join(', ') : missing === 1 ? '1 page' : `${missing} pages`;
  return `Could not be read, not charged: ${what}`;
}

/** An address without what does not change the page: case of the host, fragment, last slash. */
function normal(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.hash = '';
  return url.href.replace(/\/$/, '');
}
