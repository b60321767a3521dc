'use client';

import { Search } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { formatCount } from '@/components/ui/show/count-text';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Column } from '@/components/ui/show/table/column';
import { DataTable } from '@/components/ui/show/table/data-table';
import type { LimitLeft, LiveLimit } from '@/lib/limits/contract';
import { useSecondsUntil } from './countdown';
import { RemainingBar } from './remaining-bar';
import { detailOf, groupLimits, searchLimits } from './labels';

/** How many rows are rendered initially, and added per click. */
const PAGE_ROWS = 25;
/** Show a search field from this many rows on. */
const SEARCH_FROM = 8;
const MAX_SEARCH_CHARACTERS = 200;
const LABEL = 'Remaining by limit';

/** What is left in this minute for each model and endpoint, by type. When the minute ends, every limit resets. */
export function LimitTable({
  rows,
  windowEndsAt,
  skewMs,
}: {
  rows: LiveLimit[];
  windowEndsAt: string;
  skewMs: number;
}) {
  // In the URL, so that the view can be shared and survives a reload.
  const [filter, setFilter] = useQueryState('q', parseAsString.withDefault(''));
  const [limit, setLimit] = useState(PAGE_ROWS);
  const isOver = useSecondsUntil(windowEndsAt, skewMs) === 0;
  const found = groupLimits(searchLimits(rows, filter)).flatMap((group) => group.rows);
  const shown = groupLimits(found.slice(0, limit)).map(({ type, label, rows: ofType }) => ({
    key: type,
    heading: label,
    rows: isOver ? ofType.map(refilled) : ofType,
  }));
  const hidden = Math.max(0, found.length - limit);
  return (
    <div className="flex flex-col gap-3">
      {rows.length >= SEARCH_FROM || filter ? (
        <search className="flex items-center gap-4">
          <Field label="Search models" hideLabel className="w-full max-w-72">
            <div className="relative">
              <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted" />
              <Input
                type="search"
                placeholder="Name, ID, or type"
                value={filter}
                maxLength={MAX_SEARCH_CHARACTERS}
                onChange={(event) => void setFilter(event.target.value)}
                className="pl-9"
              />
            </div>
          </Field>
          <p role="status" className="text-sm whitespace-nowrap text-muted tabular-nums">
            {found.length < rows.length
              ? `${formatCount(found.length)} of ${formatCount(rows.length)}`
              : `${formatCount(rows.length)} limits`}
          </p>
        </search>
      ) : null}
      {found.length === 0 ? (
        <p className="rounded-panel border border-line bg-surface p-6 wrap-anywhere text-muted">
          No results for “{filter}”.{' '}
          <button
            type="button"
            className="font-medium text-ink underline underline-offset-4"
            onClick={() => void setFilter('')}
          >
            Clear search
          </button>
        </p>
      ) : (
        <DataTable label={LABEL} columns={COLUMNS} groups={shown} rowKey={({ modelId }) => modelId} />
      )}
      {hidden > 0 ? (
        <Button size="small" className="self-start" onClick={() => setLimit(limit + PAGE_ROWS)}>
          Show {formatCount(Math.min(hidden, PAGE_ROWS))} more of {formatCount(hidden)}
        </Button>
      ) : null}
    </div>
  );
}

const COLUMNS: Column<LiveLimit>[] = [
  {
    head: 'Model or endpoint',
    cellClassName: 'w-full max-w-0 min-w-36',
    cell: (row) => <Subject row={row} />,
    pending: (
      <>
        <Skeleton className="w-40 max-w-full" />
        <Skeleton className="mt-2 h-3 w-28 max-w-full" />
      </>
    ),
  },
  {
    head: 'Requests left',
    className: 'hidden text-right lg:table-cell',
    cellClassName: 'min-w-48',
    cell: ({ name, requests }) => <RemainingBar left={requests} label={requestsLabel(name)} />,
    pending: <Skeleton className="w-full" />,
  },
  {
    head: 'Tokens left',
    className: 'hidden text-right lg:table-cell',
    cellClassName: 'min-w-56 text-muted',
    cell: ({ name, tokens }) =>
      tokens ? <RemainingBar left={tokens} label={tokensLabel(name)} /> : <span className="text-xs">not counted</span>,
    pending: <Skeleton className="w-full" />,
  },
];

function Subject({ row }: { row: LiveLimit }) {
  const { name, requests, tokens } = row;
  const detail = detailOf(row);
  return (
    <>
      <span className="block truncate font-medium" title={name}>
        {name}
      </span>
      {detail ? (
        <span className="block truncate text-xs text-muted" title={detail}>
          {detail}
        </span>
      ) : null}
      <span className="mt-1.5 mb-1 flex flex-col gap-2 lg:hidden">
        <RemainingBar left={requests} label={requestsLabel(name)} caption="Requests" />
        {tokens ? <RemainingBar left={tokens} label={tokensLabel(name)} caption="Tokens" /> : null}
      </span>
    </>
  );
}

const requestsLabel = (name: string) => `Requests per minute, ${name}`;
const tokensLabel = (name: string) => `Tokens per minute, ${name}`;

/** A row as it is at the start of a minute. */
function refilled(row: LiveLimit): LiveLimit {
  const whole = (left: LimitLeft) => ({ ...left, remaining: left.of });
  return { ...row, requests: whole(row.requests), tokens: row.tokens && whole(row.tokens) };
}

/** The table's skeleton while its rows load. */
export function PendingLimitTable() {
  return <DataTable label={LABEL} columns={COLUMNS} rowKey={String} />;
}
