import { excerptOf, hostOf } from '@/lib/client/search/excerpt';
import type { Citation } from '@/lib/client/stream-chat';

/** What is known of a source: title, excerpt, date, and host. Nothing is loaded from it. */
export function SourceCard({ source: { title, url, content, date } }: { source: Citation }) {
  return (
    <span className="flex flex-col gap-1.5">
      {title === '' ? null : <span className="font-medium wrap-anywhere">{title}</span>}
      {content === undefined ? null : (
        <span className="line-clamp-4 text-muted wrap-anywhere">{excerptOf(content)}</span>
      )}
      {date ? <span className="text-muted">{date.slice(0, 10)}</span> : null}
      <span className="text-muted wrap-anywhere">{hostOf(url) ?? url}</span>
    </span>
  );
}
