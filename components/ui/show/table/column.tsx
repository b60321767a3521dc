import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../class-names';
import { Cell, HeadCell } from './table';

/** A column of a `DataTable`: its header, its cells, and their skeleton. */
export type Column<T> = {
  /** The header. Where nothing is shown, text for screen readers. */
  head: ReactNode;
  /** Makes the header a button that sorts. */
  sort?: Sort;
  /** For numbers: right-aligned, with tabular digits. */
  figures?: boolean;
  /** Classes of header and cells, e.g. from which width on they are shown. */
  className?: string;
  /** Further classes of the cells. */
  cellClassName?: string;
  /** The content of a row's cell. */
  cell: (row: T) => ReactNode;
  /** A `Skeleton` of the size of the content; without it, the cell is empty while loading. */
  pending?: ReactNode;
};

type Sort = {
  /** The current order; null while another column sorts. */
  order: 'asc' | 'desc' | null;
  onSort: () => void;
};

const ARIA_SORT = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

/** The header of a column. */
export function ColumnHead<T>({ column: { head, sort, figures, className } }: { column: Column<T> }) {
  return (
    <HeadCell figures={figures} aria-sort={sort && ARIA_SORT[sort.order ?? 'none']} className={className}>
      {sort ? (
        // Where numbers are right-aligned, so is the label.
        <SortButton {...sort} className={figures ? 'flex-row-reverse' : ''}>
          {head}
        </SortButton>
      ) : (
        head
      )}
    </HeadCell>
  );
}

function SortButton({ order, onSort, className, children }: Sort & { className: string; children: ReactNode }) {
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onSort}
      className={classNames(
        'group/sort inline-flex min-h-8 items-center gap-1 rounded-control hover:text-ink pointer-coarse:min-h-touch',
        order && 'font-medium text-ink',
        className,
      )}
    >
      {children}
      <Arrow
        aria-hidden
        className={classNames(
          'size-3',
          !order && 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60',
        )}
      />
    </button>
  );
}

type CellsProps<T> = { columns: readonly Column<T>[]; content: (column: Column<T>) => ReactNode };

/** The cells of a row, one per column. @param content what a column's cell contains */
export function ColumnCells<T>({ columns, content }: CellsProps<T>) {
  return columns.map((column, index) => (
    <Cell key={index} figures={column.figures} className={classNames(column.className, column.cellClassName)}>
      {content(column)}
    </Cell>
  ));
}
