'use client';

import { useEffect } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { AlignedMoney, columnDecimals } from '@/components/ui/show/money-text';
import { PendingTable } from '@/components/ui/show/table/pending-table';
import { Skeleton } from '@/components/ui/show/skeleton';
import { Cell, HeadCell, Table } from '@/components/ui/show/table/table';
import { Segments } from '../segments';
import { noRequestsMessage } from '../unused';
import type { Days, Filters, SetFilters } from '../use-filters';
import { useRequests } from '../use-usage';
import { ExportButton } from './export-button';
import { COLUMNS, RequestRow } from './request-row';

type Status = NonNullable<Filters['status']> | 'all';
const STATUS_OPTIONS: { value: Status; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'ok', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
];

/** The requests behind the totals, newest first. */
export function RequestList({ days, filters, set }: { days: Days; filters: Filters; set: SetFilters }) {
  const { model, key, status } = filters;
  const search = { ...days, model, key, status };
  const requests = useRequests(search);
  const rows = requests.data?.pages.flatMap(({ data }) => data) ?? [];
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, isError } = requests;
  const last = requests.data?.pages.at(-1);
  // A page may be empty although more follow: the server only searches a limited range at a time.
  const isSearching = !isError && hasNextPage && last?.data.length === 0;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, fetchNextPage]);
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">Requests</h2>
        <div className="flex flex-wrap items-center gap-3">
          <Segments
            label="Status"
            options={STATUS_OPTIONS}
            value={status ?? 'all'}
            onChange={(next) => void set({ status: next === 'all' ? null : next })}
          />
          <ExportButton search={search} />
        </div>
      </div>
      {isError ? (
        <FailureNotice
          failure={requests.error}
          what={failureMessage(requests)}
          onRetry={() => void (isFetchNextPageError ? fetchNextPage() : requests.refetch())}
        />
      ) : null}
      {requests.isPending ? <PendingRows /> : null}
      {requests.data && rows.length === 0 && !hasNextPage ? (
        <p className="rounded-panel border border-line bg-surface p-6 text-muted">{noRequestsMessage(filters)}</p>
      ) : null}
      {rows.length > 0 ? (
        <Table
          label="Requests"
          className={classNames('transition-opacity', requests.isPlaceholderData && 'opacity-60')}
        >
          <Heads />
          <AlignedMoney decimals={columnDecimals(rows.map(({ charged }) => charged))}>
            <tbody>
              {rows.map((request) => (
                <RequestRow key={`${request.requestId} ${request.ending === null}`} request={request} />
              ))}
            </tbody>
          </AlignedMoney>
        </Table>
      ) : null}
      {hasNextPage ? (
        <Button
          size="small"
          className="self-start"
          busy={isFetchingNextPage || isSearching}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </section>
  );
}

/** What could not be loaded: the first rows, the next ones, or updates. */
function failureMessage({
  data,
  isFetchNextPageError,
}: Pick<ReturnType<typeof useRequests>, 'data' | 'isFetchNextPageError'>): string {
  if (isFetchNextPageError) return 'More requests could not be loaded.';
  return data ? 'These requests may be out of date.' : 'The requests could not be loaded.';
}

function Heads() {
  return (
    <thead>
      <tr>
        <HeadCell>Model</HeadCell>
        <HeadCell className="hidden lg:table-cell">Key</HeadCell>
        <HeadCell className="hidden md:table-cell">Time</HeadCell>
        <HeadCell figures className="hidden sm:table-cell">
          Tokens
        </HeadCell>
        <HeadCell figures>Cost</HeadCell>
      </tr>
    </thead>
  );
}

function PendingRows() {
  return (
    <PendingTable label="Requests" heads={<Heads />} rows={4}>
      <Cell colSpan={COLUMNS - 1} className="w-full">
        <Skeleton className="w-48" />
      </Cell>
      <Cell>
        <Skeleton className="ml-auto w-16" />
      </Cell>
    </PendingTable>
  );
}
