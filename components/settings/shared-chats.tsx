'use client';

import { Unlink } from 'lucide-react';
import { useShares, useStopSharing } from '@/components/chat/share/use-shares';
import { FailureNotice } from '@/components/frame/failure-notice';
import { CopyButton } from '@/components/ui/copy-button';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { sharedLink } from '@/lib/client/chat/share/shares';
import { MAX_SHARED_CHATS } from '@/lib/shared-chats/constants';

/** The chats that the account shares, also those that are no longer in this browser, each with its link. */
export function SharedChats() {
  const { data, error, refetch } = useShares();
  const remove = useStopSharing();
  return (
    <section aria-labelledby="shared-chats" className="flex flex-col gap-2">
      <div>
        <h3 id="shared-chats" className="text-sm font-medium">
          Shared chats
        </h3>
        <p className="text-sm text-muted">
          {data?.length === 0
            ? 'None. A chat’s menu has “Share…”: it makes a link to a read-only copy on this server.'
            : `Copies on this server that anyone with the link can read. At most ${MAX_SHARED_CHATS}.`}
        </p>
      </div>
      {error && !data ? (
        <FailureNotice failure={error} what="The shared chats could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {remove.error ? <FailureNotice failure={remove.error} what="The chat is still shared." /> : null}
      <ul aria-labelledby="shared-chats" className="flex flex-col divide-y divide-line empty:hidden">
        {data?.map(({ id, title, updatedAt }) => (
          <li key={id} className="flex items-center gap-2 py-1.5">
            <span className="min-w-0 flex-1">
              <a
                href={`/shared/${id}`}
                target="_blank"
                rel="noopener"
                className="block truncate font-medium underline-offset-4 hover:underline"
              >
                {title}
              </a>
              <span className="block text-sm text-muted">
                Copied <RelativeTime at={updatedAt} />
              </span>
            </span>
            <CopyButton text={() => sharedLink(id, window.location.origin)} label={`Copy link to ${title}`} />
            <IconButton
              size="small"
              label={`Stop sharing ${title}`}
              icon={<Unlink />}
              onClick={() => remove.mutate(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
