'use client';

import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { FailureNotice } from '@/components/frame/failure-notice';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/show/empty-state';
import { ChartPanel } from './chart/chart-panel';
import { FilterBar } from './filter-bar';
import { RequestList } from './requests/request-list';
import { Tiles } from './tiles';
import { isUnused, usedNothing } from './unused';
import { lastDays, MAX_DAYS, useFilters } from './use-filters';
import { useSums } from './use-usage';

/** The number of days of the longest tile. */
const MONTH_DAYS = 30;

/** The usage page: three tiles, one chart, one table. */
export function UsageView() {
  return (
    <NuqsAdapter>
      <Usage />
    </NuqsAdapter>
  );
}

function Usage() {
  const { filters, set, days } = useFilters();
  const month = useSums(lastDays(MONTH_DAYS));
  const sums = useSums(days);
  const failed = sums.isError ? sums : month;
  // The longer range is only loaded if nothing was used in a month.
  const quarter = useSums(lastDays(MAX_DAYS), usedNothing(month.data));
  return (
    <PageColumn>
      <PageHeader title="Usage" sentence="What your keys and this browser used, and what it cost. Days are UTC days." />
      {failed.isError ? (
        <FailureNotice
          failure={failed.error}
          what={failed.data ? 'These figures may be out of date.' : 'The usage could not be loaded.'}
          onRetry={() => void Promise.all([sums.refetch(), month.refetch()])}
        />
      ) : null}
      <FilterBar filters={filters} set={set} days={days} sums={sums.data} />
      {isUnused(filters, month.data, quarter.data) ? (
        <Unused />
      ) : (
        <>
          <Tiles sums={month.data} filters={filters} />
          <ChartPanel sums={sums.data} stale={sums.isPlaceholderData} filters={filters} set={set} />
          {sums.data && sums.data.folded > 0 ? (
            <p className="text-sm text-muted">
              There are many models and keys: the smallest {sums.data.folded.toLocaleString('en-US')} sums are grouped
              under “Other”
              {filters.model === null && filters.key === null
                ? '. The totals are exact.'
                : ' and are missing where only one model or key is shown.'}
            </p>
          ) : null}
          <RequestList days={days} filters={filters} set={set} />
        </>
      )}
    </PageColumn>
  );
}

function Unused() {
  return (
    <EmptyState
      title="Nothing used yet"
      sentence="Every request of the last 90 days will appear here with its exact cost, from keys and from the chat."
      action={
        <div className="flex flex-wrap gap-3">
          <ButtonLink href="/keys" kind="primary">
            Create key
          </ButtonLink>
          <ButtonLink href="/chat">Open chat</ButtonLink>
        </div>
      }
    />
  );
}
