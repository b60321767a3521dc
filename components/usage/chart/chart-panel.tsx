'use client';

import { lazy } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { UsageSums } from '@/lib/billing/contract';
import { Segments } from '../segments';
import { narrow } from '../totals';
import type { Filters, GROUPS, METRICS, SetFilters } from '../use-filters';
import { Legend } from './legend';
import { chartOf, formatValue, type Series } from './series';
import { ChartTable } from './chart-table';

const Bars = lazy(() => import('./bars'));

const METRIC_OPTIONS: { value: (typeof METRICS)[number]; label: string }[] = [
  { value: 'cost', label: 'Cost' },
  { value: 'diem', label: 'DIEM' },
  { value: 'tokens', label: 'Tokens' },
  { value: 'requests', label: 'Requests' },
  { value: 'failed', label: 'Failed' },
];
const GROUP_OPTIONS: { value: (typeof GROUPS)[number]; label: string }[] = [
  { value: 'model', label: 'By model' },
  { value: 'key', label: 'By key' },
  { value: 'day', label: 'By day' },
];
const NOTHING: Record<(typeof METRICS)[number], string> = {
  cost: 'Nothing was spent in this period.',
  diem: 'No DIEM was spent in this period.',
  tokens: 'No tokens were used in this period.',
  requests: 'No requests were made in this period.',
  failed: 'No requests failed in this period.',
};

/** A chart of usage per day, grouped by model or key. @param stale while the sums of other days are loading */
export function ChartPanel({
  sums,
  stale,
  filters,
  set,
}: {
  sums: UsageSums | undefined;
  stale: boolean;
  filters: Filters;
  set: SetFilters;
}) {
  const { by, metric } = filters;
  const hasDiem = metric === 'diem' || sums?.rows.some(({ currency }) => currency === 'DIEM');
  const narrowed = sums && narrow(sums, filters);
  const chart = narrowed && chartOf(narrowed, by, metric);
  const pick = ({ id }: Series) => void set(by === 'model' ? { model: id } : { key: id });
  const label = METRIC_OPTIONS.find(({ value }) => value === metric)?.label ?? '';
  return (
    <section aria-labelledby="usage-chart" className="rounded-panel border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id="usage-chart" className="flex items-baseline gap-3 text-base font-semibold">
          {label} per day
          {chart ? (
            <span className="figure-text text-sm font-normal text-muted">{formatValue(chart.total, metric)}</span>
          ) : null}
        </h2>
        <div className="flex flex-wrap gap-2">
          <Segments
            label="Measure"
            options={METRIC_OPTIONS.filter(({ value }) => value !== 'diem' || hasDiem)}
            value={metric}
            onChange={(next) => void set({ metric: next })}
          />
          <Segments label="Group by" options={GROUP_OPTIONS} value={by} onChange={(next) => void set({ by: next })} />
        </div>
      </div>
      {chart ? (
        <div
          className={classNames('mt-4 grid gap-4 transition-opacity lg:grid-cols-[1fr_15rem]', stale && 'opacity-60')}
        >
          <div className="relative h-64 min-w-0">
            {chart.total === 0n ? (
              <p className="flex h-full items-center justify-center rounded-control bg-sunken/60 px-4 text-muted">
                {NOTHING[metric]}
              </p>
            ) : (
              <div aria-hidden className="h-full" data-testid="usage-bars">
                <ChunkBoundary fallback={<Skeleton className="h-full w-full" />}>
                  <Bars
                    chart={chart}
                    metric={metric}
                    onDay={(day) => void set({ range: 'custom', start: day, end: day })}
                  />
                </ChunkBoundary>
              </div>
            )}
          </div>
          <Legend chart={chart} metric={metric} onPick={by === 'day' ? null : pick} />
          <ChartTable chart={chart} metric={metric} label={`${label} per day`} />
        </div>
      ) : (
        <div aria-busy className="mt-4 grid gap-4 lg:grid-cols-[1fr_15rem]">
          <Skeleton className="h-64 w-full" />
          <div className="flex flex-col gap-4 py-2">
            <Skeleton className="w-40" />
            <Skeleton className="w-32" />
          </div>
        </div>
      )}
    </section>
  );
}
