'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/show/relative-time';
import type { RecordedChange } from '@/lib/admin/contract';
import { changeText } from './change-text';
import { useChanges } from './use-providers';

/** Who changed providers, their models, and owners; newest first. Absent before the first change. */
export function RecentChanges() {
  const changes = useChanges();
  const found = changes.data?.pages.flatMap(({ data }) => data);
  if (!changes.isError && (found?.length ?? 0) === 0) return null;
  return (
    <section aria-labelledby="recent-changes" className="flex flex-col gap-3">
      <h2 id="recent-changes" className="text-base font-semibold">
        Recent changes
      </h2>
      {changes.isError ? (
        <FailureNotice
          failure={changes.error}
          what={found ? 'This list may be out of date.' : 'The changes could not be loaded.'}
          onRetry={() => void changes.refetch()}
        />
      ) : null}
      <ul className="rounded-panel border border-line bg-surface empty:hidden">
        {found?.map((change) => (
          <Entry key={change.id} change={change} />
        ))}
      </ul>
      {changes.hasNextPage ? (
        <Button
          size="small"
          className="self-start"
          busy={changes.isFetchingNextPage}
          onClick={() => void changes.fetchNextPage()}
        >
          {changes.isFetchingNextPage ? 'Loading more' : 'Show more'}
        </Button>
      ) : null}
    </section>
  );
}

function Entry({ change }: { change: RecordedChange }) {
  const { at, actor, byCommand, subject } = change;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-line px-3 py-2.5 first:border-t-0 sm:px-4">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{subject}</span> <span className="text-muted">{changeText(change)}</span>
      </span>
      <span className="text-sm text-muted">
        {byCommand ? 'Admin command' : (actor ?? 'Deleted account')}, <RelativeTime at={at} />
      </span>
    </li>
  );
}
