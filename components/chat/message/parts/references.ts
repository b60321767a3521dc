import { distinctSources } from '@/lib/client/chat/answer/sources';
import type { Citation } from '@/lib/client/stream-chat';

/** How a model marks a place that rests on a source, by its number from 0 (docs/api-rules.md, "Service options"). */
const REFERENCE = /\[REF\](\d+)\[\/REF\]/g;

/** An answer whose references are links with the numbers of the chips below it; those to no source are left out. */
export function withReferences(text: string, citations: readonly Citation[] | undefined): string {
  if (!citations) return text;
  const chips = distinctSources(citations);
  return text.replace(REFERENCE, (_, number: string) => {
    const source = citations[Number(number)];
    if (!source || !URL.canParse(source.url)) return '';
    // As the browser writes it there is neither a blank nor a bracket in it that would end the link.
    const address = new URL(source.url).href.replaceAll('(', '%28').replaceAll(')', '%29');
    return ` [${chips.findIndex(({ url }) => url === source.url) + 1}](${address})`;
  });
}
