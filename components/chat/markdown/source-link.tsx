import { createContext, use, type ReactNode } from 'react';
import { Tooltip } from '@/components/ui/tip/tooltip';
import { sourceOfLink } from '@/lib/client/chat/answer/references';
import type { Citation } from '@/lib/client/stream-chat';
import { SourceCard } from './source-card';

/** The sources of the surrounding answer, numbered from 1 by their position. */
export const SourcesContext = createContext<readonly Citation[]>([]);

/**
 * A link of an answer: a small number with a preview if it stands for one of its sources.
 * @param href the checked address
 * @param text the link's text
 * @param children the link if it is any other
 */
export function SourceLink({ href, text, children }: { href: string; text: string; children: ReactNode }) {
  const found = sourceOfLink(text, href, use(SourcesContext));
  if (!found) return children;
  const { source, number } = found;
  const label = `Source ${number}: ${source.title || source.url}`;
  return (
    <Tooltip label={label} card={<SourceCard source={source} />}>
      <a href={href} target="_blank" rel="noopener noreferrer" aria-label={label} className="source-link">
        {number}
      </a>
    </Tooltip>
  );
}
