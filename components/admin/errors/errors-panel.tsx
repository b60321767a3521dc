'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/show/empty-state';
import { useErrors } from '../use-admin';
import { ErrorTable } from './error-table';

/** The server-side errors of the last 90 days. */
export default function ErrorsPanel({ onOpen }: { onOpen: (accountId: string) => void }) {
  const errors = useErrors();
  const found = errors.data?.pages.flatMap(({ data }) => data);
  return (
    <div className="flex flex-col gap-3">
      {errors.isError ? (
        <FailureNotice
          failure={errors.error}
          what={errors.data ? 'This list may be out of date.' : 'The errors could not be loaded.'}
          onRetry={() => void errors.refetch()}
        />
      ) : null}
      {found?.length === 0 ? (
        <EmptyState
          title="No server-side errors in the last 90 days"
          sentence="Requests that fail with status 500 or higher, and streams that are interrupted, are listed here with their cause. Client errors (4xx) are not."
          className="border-t-0 pt-2"
        />
      ) : null}
      {errors.isPending || found?.length ? <ErrorTable errors={found} onOpen={onOpen} /> : null}
      {errors.hasNextPage ? (
        <Button
          size="small"
          className="self-start"
          busy={errors.isFetchingNextPage}
          onClick={() => void errors.fetchNextPage()}
        >
          {errors.isFetchingNextPage ? 'Loading more' : 'Show more'}
        </Button>
      ) : null}
    </div>
  );
}
