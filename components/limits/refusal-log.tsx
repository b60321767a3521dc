'use client';

import { useEffect, type ReactNode } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { useKeys } from '@/components/keys/use-keys';
import { EmptyState } from '@/components/ui/show/empty-state';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Column } from '@/components/ui/show/table/column';
import { DataTable } from '@/components/ui/show/table/data-table';
import type { Key, RateLimitLog } from '@/lib/keys/contract';
import { useRefusals } from './use-limits';
import { REFUSALS, subjectText } from './labels';

type Refusal = RateLimitLog['data'][number];

const LABEL = 'The last refused requests';

/**
 * The last requests refused by a limit.
 * @param paused while the guard would refuse the log's own request: the last known log stays
 */
export function RefusalLog({ paused }: { paused: boolean }) {
  const refusals = useRefusals(paused);
  const { data } = refusals;
  const failed = !paused && refusals.isError;
  return (
    <>
      {failed ? (
        <FailureNotice
          failure={refusals.error}
          what={data ? 'This log may be out of date.' : 'The log could not be loaded.'}
          onRetry={() => void refusals.refetch()}
        />
      ) : null}
      {paused ? <p className="text-muted">The log can be read again when browser requests are unblocked.</p> : null}
      {data && data.length > 0 ? <RefusalTable refusals={data} /> : null}
      {data?.length === 0 && !paused && !failed ? <NoRefusals /> : null}
      {refusals.isPending && !paused ? <PendingRefusals /> : null}
    </>
  );
}

function NoRefusals() {
  return (
    <EmptyState
      className="border-t-0 pt-0"
      title="No refused requests"
      sentence="The last 50 requests that a limit refused will appear here, with the key that sent them."
    />
  );
}

function RefusalTable({ refusals }: { refusals: Refusal[] }) {
  const { keys, failure, refetch } = useKeys();
  const newest = refusals[0]?.timestamp;
  const known = new Map(keys?.map((key) => [key.id, key]));
  const isMissing = refusals.some(({ apiKeyId }) => apiKeyId !== null && !known.has(apiKeyId));
  // A key may be newer than this browser's list of keys.
  useEffect(() => {
    if (isMissing) void refetch();
  }, [isMissing, newest, refetch]);
  const columns = columnsOf(({ apiKeyId: id }) => (
    <Sender id={id} entry={known.get(id ?? '')} pending={!keys && !failure} />
  ));
  // The log has no IDs, and equal rows look the same.
  const keyOf = ({ timestamp }: Refusal, index: number) => `${timestamp} ${refusals.length - index}`;
  return <DataTable label={LABEL} columns={columns} rows={refusals} rowKey={keyOf} />;
}

/** The log's skeleton while it loads. */
export function PendingRefusals() {
  return <DataTable label={LABEL} columns={columnsOf(() => null)} rowKey={String} pendingRows={1} />;
}

const columnsOf = (senderOf: (refusal: Refusal) => ReactNode): Column<Refusal>[] => [
  {
    head: 'Model or endpoint',
    cellClassName: 'w-1/2 max-w-0 min-w-36',
    cell: (refusal) => (
      <>
        <span className="block truncate font-medium" title={subjectText(refusal.modelId)}>
          {subjectText(refusal.modelId)}
        </span>
        <span className="mt-0.5 flex min-w-0 flex-col text-xs text-muted sm:hidden">
          <span>{REFUSALS[refusal.rateLimitType]}</span>
          {senderOf(refusal)}
        </span>
      </>
    ),
    pending: <Skeleton className="w-40 max-w-full" />,
  },
  {
    head: 'Limit',
    className: 'hidden sm:table-cell',
    cellClassName: 'whitespace-nowrap',
    cell: ({ rateLimitType }) => REFUSALS[rateLimitType],
    pending: <Skeleton className="w-36" />,
  },
  {
    head: 'Key',
    className: 'hidden sm:table-cell',
    cellClassName: 'w-1/2 max-w-0 min-w-36',
    cell: senderOf,
    pending: <Skeleton className="w-32 max-w-full" />,
  },
  {
    head: 'When',
    className: 'text-right',
    cellClassName: 'whitespace-nowrap text-muted',
    cell: ({ timestamp }) => <RelativeTime at={timestamp} />,
    pending: <Skeleton className="ml-auto w-20" />,
  },
];

/** Who sent a refused request. The list only contains active keys: any other has been revoked or has expired. */
function Sender({ id, entry, pending }: { id: string | null; entry: Key | undefined; pending: boolean }) {
  if (id === null) return <span className="block truncate">Browser</span>;
  if (!entry) return pending ? <Skeleton className="w-24" /> : <span className="block truncate">A revoked key</span>;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="truncate" title={entry.description || undefined}>
        {entry.description || 'Unnamed'}
      </span>
      <span className="figure-text text-xs text-muted">…{entry.last6Chars}</span>
    </span>
  );
}
