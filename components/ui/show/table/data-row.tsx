'use client';

import { ChevronRight } from 'lucide-react';
import { createContext, use, useId, useState, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '../../class-names';
import { ColumnCells, type Column } from './column';
import { Row } from './table';

type RowProps<T> = { row: T; columns: readonly Column<T>[] };

/** A row of a `DataTable`. @param onClick a click on the row, but not on a link or button or to select text */
export function DataRow<T>({ row, columns, onClick }: RowProps<T> & { onClick: (() => void) | undefined }) {
  return (
    <Row
      className={onClick && 'cursor-pointer'}
      onClick={(event) => {
        if (onClick && isForRow(event)) onClick();
      }}
    >
      <ColumnCells columns={columns} content={(column) => column.cell(row)} />
    </Row>
  );
}

function isForRow({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  // Clicks in a row's menu bubble to the row too, although it is rendered elsewhere.
  const isInside = target instanceof Element && currentTarget.contains(target) && !target.closest('a, button');
  return isInside && !getSelection()?.toString();
}

type Detail = { id: string; isOpen: boolean; toggle: () => void };

const DetailContext = createContext<Detail | null>(null);

/** A row that a click expands: `detail` is shown below it. One of its cells has a `DetailButton`. */
export function ExpandableRow<T>({ row, columns, detail }: RowProps<T> & { detail: (row: T) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const toggle = () => setOpen(!isOpen);
  return (
    <>
      <DetailContext value={{ id, isOpen, toggle }}>
        <DataRow row={row} columns={columns} onClick={toggle} />
      </DetailContext>
      {isOpen ? (
        <tr id={id}>
          <td colSpan={columns.length} className="border-t border-line bg-sunken/60 p-3 sm:p-4">
            {detail(row)}
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** Expands the row of a table with `detail`, also by keyboard. @throws Error outside of one */
export function DetailButton({ children }: { children: ReactNode }) {
  const detail = use(DetailContext);
  if (!detail) throw new Error('A DetailButton must be in a row with a detail.');
  const { id, isOpen, toggle } = detail;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      className="flex w-full min-w-0 items-center gap-2 text-left pointer-coarse:min-h-touch"
      onClick={toggle}
    >
      <ChevronRight aria-hidden className={classNames('text-muted transition-transform', isOpen && 'rotate-90')} />
      {children}
    </button>
  );
}
