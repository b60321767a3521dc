'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { AlignedMoney, columnDecimals } from '@/components/ui/show/money-text';
import { DataTable } from '@/components/ui/show/table/data-table';
import { now } from '@/lib/client/now';
import type { Key } from '@/lib/keys/contract';
import { arrangeKeys, isNarrowed, type KeySort, type KeyView } from './arrange-keys';
import type { KeyVerbs } from './key-actions';
import { keyColumns } from './key-columns';
import { KeyToolbar } from './key-toolbar';
import type { Week } from './week-of';

/** How many rows are rendered initially, and added per click. */
const PAGE_ROWS = 100;
/** Show search and filters from this many keys on. */
const TOOLBAR_FROM = 4;
const count = new Intl.NumberFormat('en-US');

/** The keys as a table; on narrow screens, values without a column appear under the name. */
export function KeyTable({
  keys,
  view,
  weekOf,
  verbs,
  onView,
  onClear,
}: {
  /** Undefined while loading. */
  keys: Key[] | undefined;
  view: KeyView;
  weekOf: (key: Key) => Week;
  verbs: KeyVerbs;
  onView: (view: Partial<KeyView>) => void;
  /** Shows all keys again. */
  onClear: () => void;
}) {
  const [limit, setLimit] = useState(PAGE_ROWS);
  const found = useMemo(() => keys && arrangeKeys(keys, view, weekOf, now()), [keys, view, weekOf]);
  const shown = found?.slice(0, limit);
  const hidden = (found?.length ?? 0) - (shown?.length ?? 0);
  const sortBy = (by: KeySort) => {
    const order = view.sort === by ? view.order : null;
    return { order, onSort: () => onView({ sort: by, order: order === 'desc' ? 'asc' : 'desc' }) };
  };
  return (
    <div className="@container flex flex-col gap-3">
      {keys && found && (keys.length >= TOOLBAR_FROM || isNarrowed(view)) ? (
        <KeyToolbar view={view} status={statusOf(found.length, keys.length, view)} onChange={onView} />
      ) : null}
      {found?.length === 0 ? (
        <p className="rounded-panel border border-line bg-surface p-6 wrap-anywhere text-muted">
          No key matches{view.q.trim() ? ` “${view.q.trim()}”` : ''}.{' '}
          <button type="button" className="font-medium text-ink underline underline-offset-4" onClick={onClear}>
            Show all keys
          </button>
        </p>
      ) : (
        <AlignedMoney decimals={columnDecimals(shown?.flatMap((key) => amountsOf(weekOf(key))) ?? [])}>
          <DataTable
            label="API keys"
            // Nothing to sort while loading.
            columns={keyColumns({ weekOf, verbs, sortBy: keys && sortBy })}
            rows={shown}
            rowKey={({ id }) => id}
            onRowClick={verbs.onOpen}
          />
        </AlignedMoney>
      )}
      {hidden > 0 ? (
        <Button size="small" className="self-start" onClick={() => setLimit(limit + PAGE_ROWS)}>
          Show {count.format(Math.min(hidden, PAGE_ROWS))} more of {count.format(hidden)}
        </Button>
      ) : null}
    </div>
  );
}

const amountsOf = ({ usd, diem }: Week) => [usd.sumNano, ...(diem ? [diem.sumNano] : [])];

function statusOf(found: number, all: number, view: KeyView): string {
  const text = `${count.format(all)} ${all === 1 ? 'key' : 'keys'}`;
  return isNarrowed(view) ? `${count.format(found)} of ${text}` : text;
}
