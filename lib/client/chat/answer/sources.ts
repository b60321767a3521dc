import type { Citation } from '../../stream-chat';

/** Each source of an answer once, in the order in which they came: what is shown of them is numbered by this list. */
export function distinctSources(citations: readonly Citation[]): Citation[] {
  const first = new Map<string, Citation>();
  for (const citation of citations) if (!first.has(citation.url)) first.set(citation.url, citation);
  return [...first.values()];
}
