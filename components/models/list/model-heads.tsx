'use client';

import { ColumnHead, type Column } from '@/components/ui/show/table/column';
import { SORTS, type ModelSort, type SortOrder } from './sorts';

/** The table width from which each column is shown; in narrower tables its values appear under the name. */
export const COLUMN = {
  context: 'hidden @xl:table-cell',
  price: 'hidden @xl:table-cell',
  measured: 'hidden @4xl:table-cell',
} as const;

/** The order of the list, and how to change it. */
export type ListOrder = {
  sort: ModelSort;
  reversed: boolean;
  onSort: (change: { sort: ModelSort; reversed: boolean }) => void;
};

type Head = Pick<Column<never>, 'head' | 'figures' | 'className'> & { sort: ModelSort };

const HEADS: readonly Head[] = [
  { head: 'Model', sort: 'name' },
  { head: 'Context', sort: 'context', figures: true, className: COLUMN.context },
  { head: 'Input', sort: 'input', figures: true, className: COLUMN.price },
  { head: 'Output', sort: 'output', figures: true, className: COLUMN.price },
  { head: 'First token', sort: 'first', figures: true, className: COLUMN.measured },
  { head: 'Speed', sort: 'speed', figures: true, className: COLUMN.measured },
  { head: 'Uptime', sort: 'uptime', figures: true, className: COLUMN.measured },
];

/** The column headers: buttons that sort, first in the natural direction, and then in the other. */
export function ModelHeads(order: ListOrder) {
  return (
    <thead>
      <tr>
        {HEADS.map(({ sort, ...head }) => (
          <ColumnHead<never> key={sort} column={{ ...head, cell: () => null, sort: sortOf(order, sort) }} />
        ))}
      </tr>
    </thead>
  );
}

function sortOf({ sort: current, reversed, onSort }: ListOrder, sort: ModelSort) {
  const isCurrent = current === sort;
  return {
    order: isCurrent ? directionOf(sort, reversed) : null,
    onSort: () => onSort({ sort, reversed: isCurrent && !reversed }),
  };
}

function directionOf(sort: ModelSort, reversed: boolean): SortOrder {
  const { natural } = SORTS[sort];
  if (!reversed) return natural;
  return natural === 'asc' ? 'desc' : 'asc';
}
