'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { AlignedMoney, columnDecimals } from '@/components/ui/show/money-text';
import { Table } from '@/components/ui/show/table/table';
import { now } from '@/lib/client/now';
import type { Key } from '@/lib/keys/contract';
import { arrangeKeys, isNarrowed, type KeySort, type KeyView } from './arrange-keys';
import type { KeyVerbs } from './key-actions';
import { KeyHeads } from './key-heads';
import { KeyRow } from './key-row';
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
  keys: Key[];
  view: KeyView;
  weekOf: (key: Key) => Week;
  verbs: KeyVerbs;
  onView: (view: Partial<KeyView>) => void;
  /** Shows all keys again. */
  onClear: () => void;
}) {
  const [limit, setLimit] = useState(PAGE_ROWS);
  const found = useMemo(() => arrangeKeys(keys, view, weekOf, now()), [keys, view, weekOf]);
  const shown = found.slice(0, limit);
  const narrowed = isNarrowed(view);
  const hidden = Math.max(0, found.length - limit);
  const sort = (by: KeySort) => onView({ sort: by, order: view.sort === by && view.order === 'desc' ? 'asc' : 'desc' });
  const all = `${count.format(keys.length)} ${keys.length === 1 ? 'key' : 'keys'}`;
  return (
    <div className="@container flex flex-col gap-3">
      {keys.length >= TOOLBAR_FROM || narrowed ? (
        <KeyToolbar view={view} status={narrowed ? `${count.format(found.length)} of ${all}` : all} onChange={onView} />
      ) : null}
      {found.length === 0 ? (
        <p className="rounded-panel border border-line bg-surface p-6 wrap-anywhere text-muted">
          No key matches{view.q.trim() ? ` “${view.q.trim()}”` : ''}.{' '}
          <button type="button" className="font-medium text-ink underline underline-offset-4" onClick={onClear}>
            Show all keys
          </button>
        </p>
      ) : (
        <Table label="API keys">
          <KeyHeads sorting={{ view, onSort: sort }} />
          <AlignedMoney decimals={columnDecimals(shown.flatMap((key) => amountsOf(weekOf(key))))}>
            <tbody>
              {shown.map((key) => (
                <KeyRow key={key.id} entry={key} week={weekOf(key)} verbs={verbs} />
              ))}
            </tbody>
          </AlignedMoney>
        </Table>
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
