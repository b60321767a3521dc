'use client';

import type { ReactNode } from 'react';
import { ColumnCells, ColumnHead, type Column } from './column';
import { DataRow, ExpandableRow } from './data-row';
import { Row, Table } from './table';

/** Rows in a `tbody` of their own, below a heading. */
type RowGroup<T> = { key: string; heading?: string; rows: readonly T[] };

type DataTableProps<T> = {
  /** Says what the table lists. */
  label: string;
  /** Declare them outside of the component if they depend on nothing in it. */
  columns: readonly Column<T>[];
  /** Undefined while loading: then a skeleton is shown. */
  rows?: readonly T[] | undefined;
  /** Instead of `rows`. */
  groups?: readonly RowGroup<T>[] | undefined;
  rowKey: (row: T, index: number) => string;
  /** The number of rows of the skeleton. */
  pendingRows?: number;
  /** The rows are of an earlier view, and others are loading. */
  isOld?: boolean;
  /** A click on a row. Keyboards need a link or button with the same effect in one of its cells. */
  onRowClick?: (row: T) => void;
  /** Instead of `onRowClick`: a click expands the row to show this. One of its cells has a `DetailButton`. */
  detail?: (row: T) => ReactNode;
  className?: string;
};

/** A table made from a list of columns: headers, rows, and the skeleton while the rows load. */
export function DataTable<T>({
  label,
  columns,
  rows,
  groups = rows && [{ key: label, rows }],
  rowKey,
  pendingRows = 3,
  isOld = false,
  onRowClick,
  detail,
  className,
}: DataTableProps<T>) {
  const rowOf = (row: T, index: number) => {
    const key = rowKey(row, index);
    if (detail) return <ExpandableRow key={key} row={row} columns={columns} detail={detail} />;
    return <DataRow key={key} row={row} columns={columns} onClick={onRowClick && (() => onRowClick(row))} />;
  };
  return (
    <Table label={label} aria-busy={isOld || !groups || undefined} className={className}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <ColumnHead key={index} column={column} />
          ))}
        </tr>
      </thead>
      {groups?.map((group) => (
        <tbody key={group.key}>
          {group.heading === undefined ? null : (
            <tr>
              <th
                scope="rowgroup"
                colSpan={columns.length}
                className="h-8 border-y border-line bg-sunken px-3 text-xs font-medium text-muted sm:px-4"
              >
                {group.heading}
              </th>
            </tr>
          )}
          {group.rows.map(rowOf)}
        </tbody>
      )) ?? <PendingRows columns={columns} count={pendingRows} />}
    </Table>
  );
}

function PendingRows<T>({ columns, count }: { columns: readonly Column<T>[]; count: number }) {
  return (
    <tbody>
      {Array.from({ length: count }, (_, row) => (
        <Row key={row}>
          <ColumnCells columns={columns} content={({ pending }) => pending} />
        </Row>
      ))}
    </tbody>
  );
}
