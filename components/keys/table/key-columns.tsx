'use client';

import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Column } from '@/components/ui/show/table/column';
import type { Key } from '@/lib/keys/contract';
import { nameOf } from '../name-of';
import type { KeySort } from './arrange-keys';
import { KeyActions, type KeyVerbs } from './key-actions';
import { Expiry, KeyType, LastUsed } from './key-details';
import { KeyLimits } from './key-limits';
import { KeySpend, KeySpendText } from './key-spend';
import type { Week } from './week-of';

/** The columns of the keys. In tables too narrow for a column, its value appears under the name. */
export const keyColumns = ({
  weekOf,
  verbs,
  sortBy,
}: {
  weekOf: (key: Key) => Week;
  verbs: KeyVerbs;
  /** How the columns of times and sums sort; undefined if they don't. */
  sortBy: ((by: KeySort) => Column<Key>['sort']) | undefined;
}): Column<Key>[] => [
  {
    head: 'Name',
    cellClassName: 'w-full max-w-0 min-w-28 sm:pr-2',
    cell: (key) => <Name entry={key} week={weekOf(key)} onOpen={() => verbs.onOpen(key)} />,
    pending: (
      <>
        <Skeleton className="w-40 max-w-full" />
        <Skeleton className="mt-2 h-3 w-56 max-w-full @4xl:hidden" />
      </>
    ),
  },
  {
    head: 'Type',
    className: 'hidden sm:px-3 @xl:table-cell',
    cell: ({ apiKeyType }) => <KeyType type={apiKeyType} />,
    pending: <Skeleton className="w-16" />,
  },
  {
    head: 'Limit',
    className: 'hidden sm:px-3 @4xl:table-cell',
    cell: (key) => <KeyLimits entry={key} none="none" className="min-w-36" />,
    pending: <Skeleton className="w-36" />,
  },
  {
    head: '7 days',
    sort: sortBy?.('spend'),
    figures: true,
    className: 'hidden sm:px-3 @4xl:table-cell',
    cell: (key) => <KeySpend week={weekOf(key)} />,
    pending: <Skeleton className="w-16" />,
  },
  {
    head: 'Created',
    sort: sortBy?.('created'),
    className: 'hidden sm:px-3 @5xl:table-cell',
    cellClassName: 'text-muted',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    pending: <Skeleton className="w-16" />,
  },
  {
    head: 'Last used',
    sort: sortBy?.('used'),
    className: 'hidden sm:px-3 @2xl:table-cell',
    cellClassName: 'whitespace-nowrap text-muted',
    cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} />,
    pending: <Skeleton className="w-16" />,
  },
  {
    head: 'Expires',
    className: 'hidden sm:px-3 @2xl:table-cell',
    cellClassName: 'whitespace-nowrap text-muted',
    cell: ({ expiresAt }) => <Expiry at={expiresAt} />,
    pending: <Skeleton className="w-16" />,
  },
  {
    head: <span className="sr-only">Actions</span>,
    className: 'sm:pl-1',
    cellClassName: 'text-right',
    cell: (key) => <KeyActions entry={key} verbs={verbs} />,
    pending: <span className="block size-control" />,
  },
];

function Name({ entry, week, onOpen }: { entry: Key; week: Week; onOpen: () => void }) {
  const name = nameOf(entry);
  return (
    <>
      <button
        type="button"
        title={entry.description || undefined}
        onClick={onOpen}
        className="block max-w-full truncate rounded-control text-left font-medium underline-offset-4 hover:underline pointer-coarse:min-h-touch"
      >
        {entry.description.trim() ? name : <span className="font-normal text-muted">{name}</span>}
      </button>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted">
        <span className="figure-text">…{entry.last6Chars}</span>
        {entry.apiKeyType === 'ADMIN' ? <span className="@xl:hidden">Admin</span> : null}
        <span className="@2xl:hidden">
          <LastUsed at={entry.lastUsedAt} verb />
        </span>
        <span className="@2xl:hidden">
          <Expiry at={entry.expiresAt} verb />
        </span>
        <span className="@4xl:hidden">
          <KeySpendText week={week} />
        </span>
        <span className="@5xl:hidden">
          created <RelativeTime at={entry.createdAt} />
        </span>
      </span>
      <KeyLimits entry={entry} className="mt-1.5 mb-1 max-w-64 @4xl:hidden" />
    </>
  );
}
