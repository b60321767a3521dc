'use client';

import { AlignedMoney, columnDecimals, MoneyText } from '@/components/ui/show/money-text';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Column } from '@/components/ui/show/table/column';
import { DataTable } from '@/components/ui/show/table/data-table';
import type { ListedAccount } from '@/lib/admin/contract';
import { secondaryName, displayName } from './display-name';
import { AccountBadges } from './account-badges';

const count = new Intl.NumberFormat('en-US');
/** The exact balance is in the account's panel. */
const MOST_DECIMALS = 4;

const amountsOf = ({ balanceUsd, balanceDiem }: ListedAccount) => [balanceUsd, balanceDiem];

/** The accounts as a table; on narrow screens, values without a column appear under the name. */
export function AccountTable({
  accounts,
  isOld,
  onOpen,
}: {
  /** Undefined while loading. */
  accounts: ListedAccount[] | undefined;
  /** The rows are from an earlier search. */
  isOld: boolean;
  onOpen: (id: string) => void;
}) {
  return (
    <AlignedMoney decimals={columnDecimals(accounts?.flatMap(amountsOf) ?? [], { most: MOST_DECIMALS })}>
      <DataTable
        label="Accounts"
        columns={columnsOf(onOpen)}
        rows={accounts}
        rowKey={({ id }) => id}
        pendingRows={5}
        isOld={isOld}
        onRowClick={({ id }) => onOpen(id)}
      />
    </AlignedMoney>
  );
}

const columnsOf = (onOpen: (id: string) => void): Column<ListedAccount>[] => [
  {
    head: 'Account',
    cellClassName: 'w-full max-w-0 min-w-40',
    cell: (account) => <Name account={account} onOpen={() => onOpen(account.id)} />,
    pending: <Skeleton className="w-48 max-w-full" />,
  },
  {
    head: 'Balance',
    figures: true,
    cell: (account) => (
      <>
        <MoneyText amount={account.balanceUsd} down />
        {hasStake(account) ? (
          <span className="block text-xs lg:hidden">
            <MoneyText amount={account.balanceDiem} currency="DIEM" down />
          </span>
        ) : null}
      </>
    ),
    pending: <Skeleton className="ml-auto w-16" />,
  },
  {
    head: 'DIEM today',
    figures: true,
    className: 'hidden lg:table-cell',
    cell: (account) =>
      hasStake(account) ? <MoneyText amount={account.balanceDiem} currency="DIEM" down /> : <Nothing />,
    pending: <Skeleton className="ml-auto w-20" />,
  },
  {
    head: 'Keys',
    figures: true,
    className: 'hidden sm:table-cell',
    cell: ({ keys }) => count.format(keys),
    pending: <Skeleton className="ml-auto w-6" />,
  },
  {
    head: 'Last used',
    className: 'hidden md:table-cell',
    cellClassName: 'text-muted',
    cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} />,
    pending: <Skeleton className="w-20" />,
  },
  {
    head: 'Joined',
    className: 'hidden lg:table-cell',
    cellClassName: 'text-muted',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    pending: <Skeleton className="w-20" />,
  },
];

const hasStake = ({ stakedDiem }: ListedAccount) => stakedDiem !== '0';

function Name({ account, onOpen }: { account: ListedAccount; onOpen: () => void }) {
  const name = displayName(account);
  const also = secondaryName(account);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          aria-haspopup="dialog"
          title={name}
          onClick={onOpen}
          className="max-w-full min-w-0 truncate rounded-control text-left font-medium pointer-coarse:min-h-touch"
        >
          {name}
        </button>
        {also === null ? null : <span className="max-w-48 truncate text-sm text-muted">{also}</span>}
        <AccountBadges account={account} />
      </span>
      <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted md:hidden">
        <span className="sm:hidden">
          {count.format(account.keys)} {account.keys === 1 ? 'key' : 'keys'}
        </span>
        <span>
          <LastUsed at={account.lastUsedAt} verb />
        </span>
      </span>
    </>
  );
}

function Nothing() {
  return (
    <span className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">none</span>
    </span>
  );
}

function LastUsed({ at, verb = false }: { at: string | null; verb?: boolean }) {
  if (at === null) return verb ? 'never used' : 'never';
  return (
    <>
      {verb ? 'used ' : ''}
      <RelativeTime at={at} />
    </>
  );
}
