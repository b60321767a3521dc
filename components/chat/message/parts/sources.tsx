'use client';

import { ExternalLink } from 'lucide-react';
import { Popover } from '@/components/ui/overlay/popover';
import { distinctSources } from '@/lib/client/chat/answer/sources';
import type { Citation } from '@/lib/client/stream-chat';
import { safeLink } from '../../markdown/links';

/** An answer's sources as numbered chips that open a card. Nothing is loaded from them. */
export function Sources({ citations }: { citations: readonly Citation[] }) {
  return (
    <section aria-label="Sources" className="mt-3 flex flex-wrap items-center gap-1.5 text-xs text-muted">
      <span aria-hidden>Sources</span>
      {distinctSources(citations).map((citation, at) => (
        <Popover
          key={citation.url}
          title={`Source ${at + 1}`}
          trigger={
            <button
              type="button"
              aria-label={`Source ${at + 1}: ${citation.title || (hostOf(citation) ?? citation.url)}`}
              className="figure-text flex h-6 min-w-6 items-center justify-center rounded-control border border-line bg-surface px-1.5 text-xs text-ink transition-[border-color] hover:border-edge pointer-coarse:h-touch pointer-coarse:min-w-touch"
            >
              {at + 1}
            </button>
          }
        >
          {() => <Card citation={citation} />}
        </Popover>
      ))}
    </section>
  );
}

function Card({ citation }: { citation: Citation }) {
  const host = hostOf(citation);
  const { title, url, content, date } = citation;
  return (
    <div className="mt-2 flex flex-col gap-1.5 text-sm">
      {title === '' ? null : <p className="font-medium wrap-anywhere">{title}</p>}
      {content === undefined ? null : <p className="line-clamp-4 text-muted wrap-anywhere">{content}</p>}
      {date ? <p className="text-muted">{date}</p> : null}
      {host === null ? (
        <p className="text-muted wrap-anywhere">{url}</p>
      ) : (
        <a
          href={safeLink(url)?.href}
          target="_blank"
          rel="noopener noreferrer"
          className="flex items-center gap-1.5 wrap-anywhere underline underline-offset-4"
        >
          {host}
          <ExternalLink aria-hidden />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      )}
    </div>
  );
}

/** The host of a web source; null for any other address, which gets no link. */
function hostOf({ url }: Citation): string | null {
  return /^https?:/i.test(url) ? (safeLink(url)?.host ?? null) : null;
}
