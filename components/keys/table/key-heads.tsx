import { ArrowDown, ArrowUp } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { PendingTable } from '@/components/ui/show/table/pending-table';
import { Skeleton } from '@/components/ui/show/skeleton';
import { Cell, HeadCell } from '@/components/ui/show/table/table';
import type { KeySort, KeyView } from './arrange-keys';
import { COLUMN } from './key-row';

/** How headers sort: the current order, and the click handler. */
type Sorting = { view: Pick<KeyView, 'sort' | 'order'>; onSort: (sort: KeySort) => void };

/** The column headers; those of times and sums can sort. @param sorting omitted while there are no rows */
export function KeyHeads({ sorting }: { sorting?: Sorting }) {
  return (
    <thead>
      <tr>
        <HeadCell>Name</HeadCell>
        <HeadCell className={`sm:px-3 ${COLUMN.type}`}>Type</HeadCell>
        <HeadCell className={`sm:px-3 ${COLUMN.limit}`}>Limit</HeadCell>
        <SortHead sort="spend" sorting={sorting} className={COLUMN.spend} figures>
          7 days
        </SortHead>
        <SortHead sort="created" sorting={sorting} className={COLUMN.created}>
          Created
        </SortHead>
        <SortHead sort="used" sorting={sorting} className={COLUMN.used}>
          Last used
        </SortHead>
        <HeadCell className={`sm:px-3 ${COLUMN.expires}`}>Expires</HeadCell>
        <HeadCell className="sm:pl-1">
          <span className="sr-only">Actions</span>
        </HeadCell>
      </tr>
    </thead>
  );
}

function SortHead({
  sort,
  sorting,
  figures = false,
  className,
  children,
}: {
  sort: KeySort;
  sorting: Sorting | undefined;
  figures?: boolean;
  className: string;
  children: string;
}) {
  if (!sorting) {
    return (
      <HeadCell figures={figures} className={`sm:px-3 ${className}`}>
        {children}
      </HeadCell>
    );
  }
  const { view, onSort } = sorting;
  const held = view.sort === sort;
  return (
    <HeadCell
      figures={figures}
      aria-sort={held ? (view.order === 'asc' ? 'ascending' : 'descending') : 'none'}
      className={`sm:px-3 ${className}`}
    >
      <button
        type="button"
        onClick={() => onSort(sort)}
        className={classNames(
          'group/sort inline-flex min-h-8 items-center gap-1 rounded-control hover:text-ink pointer-coarse:min-h-touch',
          held && 'font-medium text-ink',
          // Aligns the label with the numbers.
          figures && 'flex-row-reverse',
        )}
      >
        {children}
        {held && view.order === 'asc' ? (
          <ArrowUp aria-hidden className="size-3" />
        ) : (
          <ArrowDown
            aria-hidden
            className={classNames(
              'size-3',
              !held && 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60',
            )}
          />
        )}
      </button>
    </HeadCell>
  );
}

/** The table's skeleton while its rows load. */
export function PendingKeyTable() {
  return (
    <div className="@container">
      <PendingTable label="API keys" heads={<KeyHeads />} rows={3}>
        <Cell className="w-full">
          <Skeleton className="w-40 max-w-full" />
          <Skeleton className="mt-2 h-3 w-56 max-w-full @4xl:hidden" />
        </Cell>
        {Object.entries(COLUMN).map(([column, shown]) => (
          <Cell key={column} className={`sm:px-3 ${shown}`}>
            <Skeleton className={column === 'limit' ? 'w-36' : 'w-16'} />
          </Cell>
        ))}
        <Cell>
          <span className="block size-control" />
        </Cell>
      </PendingTable>
    </div>
  );
}
