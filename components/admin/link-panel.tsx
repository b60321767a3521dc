import { CopyButton } from '@/components/ui/copy-button';
import { formatUtc, RelativeTime } from '@/components/ui/show/relative-time';
import type { Link } from '@/lib/admin/contract';

/** A one-time link with its expiry. @param what its label, e.g. `Invitation link` */
export function LinkPanel({ link, what }: { link: Link; what: string }) {
  return (
    <div className="ticket-edge bg-sunken px-4 pt-6 pb-4">
      <p className="text-sm text-muted">{what}, shown once</p>
      <p className="mt-2 font-mono text-sm break-all select-all" aria-label={what}>
        {link.url}
      </p>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-dashed border-edge pt-4">
        <p className="text-sm text-muted">
          Works once, expires <RelativeTime at={link.expiresAt} />
          <span className="block text-xs tabular-nums">{formatUtc(link.expiresAt)}</span>
        </p>
        <CopyButton text={link.url} label="Copy link" showLabel size="medium" />
      </div>
    </div>
  );
}
