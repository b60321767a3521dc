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

/** An address without what does not change the page: case of the host, fragment, last slash. */
function normal(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.hash = '';
  return url.href.replace(/\/$/, '');
}
