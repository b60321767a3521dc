import type { Citation } from '../../stream-chat';

/** The distinct sources of an answer in order of appearance; the page numbers them by this list. */
export function distinctSources(citations: readonly Citation[]): Citation[] {
  const first = new Map<string, Citation>();
  for (const citation of citations) if (!first.has(citation.url)) first.set(citation.url, citation);
  return [...first.values()];
}
