import { distinctSources } from '@/lib/client/chat/answer/sources';
import type { Citation } from '@/lib/client/stream-chat';

/** How a model cites a source, by its number from 0 (docs/api-rules.md, "Service options"). */
const REFERENCE = /\[REF\](\d+)\[\/REF\]/g;

/**
 * Replaces an answer's references with links, numbered like the chips below it; references without a source are
 * removed.
 */
export function withReferences(text: string, citations: readonly Citation[] | undefined): string {
  if (!citations) return text;
  const chips = distinctSources(citations);
  return text.replace(REFERENCE, (_, number: string) => {
    const source = citations[Number(number)];
    if (!source || !URL.canParse(source.url)) return '';
    // As serialized by the browser, it contains no space or bracket that would end the link.
    const address = new URL(source.url).href.replaceAll('(', '%28').replaceAll(')', '%29');
    return ` [${chips.findIndex(({ url }) => url === source.url) + 1}](${address})`;
  });
}
