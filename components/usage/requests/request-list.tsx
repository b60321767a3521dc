'use client';

import { useEffect } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { AlignedMoney, columnDecimals } from '@/components/ui/show/money-text';
import { DataTable } from '@/components/ui/show/table/data-table';
import { Segments } from '../segments';
import { noRequestsMessage } from '../unused';
import type { Days, Filters, SetFilters } from '../use-filters';
import { useRequests } from '../use-usage';
import { ExportButton } from './export-button';
import { COLUMNS } from './request-columns';
import { RequestDetail } from './request-detail';

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
  const rows = requests.data?.pages.flatMap(({ data }) => data);
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
      {rows?.length === 0 && !hasNextPage ? (
        <p className="rounded-panel border border-line bg-surface p-6 text-muted">{noRequestsMessage(filters)}</p>
      ) : null}
      {requests.isPending || rows?.length ? (
        <AlignedMoney decimals={columnDecimals(rows?.map(({ charged }) => charged) ?? [])}>
          <DataTable
            label="Requests"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ requestId, ending }) => `${requestId} ${ending === null}`}
            pendingRows={4}
            detail={(request) => <RequestDetail request={request} />}
            className={classNames('transition-opacity', requests.isPlaceholderData && 'opacity-60')}
          />
        </AlignedMoney>
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
