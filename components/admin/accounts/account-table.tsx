'use client';

import { AlignedMoney, columnDecimals, MoneyText } from '@/components/ui/show/money-text';
import { PendingTable } from '@/components/ui/show/table/pending-table';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import { Cell, HeadCell, Row, Table } from '@/components/ui/show/table/table';
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
  accounts: ListedAccount[];
  /** The rows are from an earlier search. */
  isOld: boolean;
  onOpen: (id: string) => void;
}) {
  return (
    <Table label="Accounts" aria-busy={isOld || undefined}>
      <Heads />
      <AlignedMoney decimals={columnDecimals(accounts.flatMap(amountsOf), { most: MOST_DECIMALS })}>
        <tbody>
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} onOpen={() => onOpen(account.id)} />
          ))}
        </tbody>
      </AlignedMoney>
    </Table>
  );
}

function Heads() {
  return (
    <thead>
      <tr>
        <HeadCell>Account</HeadCell>
        <HeadCell figures>Balance</HeadCell>
        <HeadCell figures className="hidden lg:table-cell">
          DIEM today
        </HeadCell>
        <HeadCell figures className="hidden sm:table-cell">
          Keys
        </HeadCell>
        <HeadCell className="hidden md:table-cell">Last used</HeadCell>
        <HeadCell className="hidden lg:table-cell">Joined</HeadCell>
      </tr>
    </thead>
  );
}

function AccountRow({ account, onOpen }: { account: ListedAccount; onOpen: () => void }) {
  const name = displayName(account);
  const also = secondaryName(account);
  const hasStake = account.stakedDiem !== '0';
  return (
    // Keyboards focus only this button; its click bubbles up to the row.
    <Row className="cursor-pointer" onClick={onOpen}>
      <Cell className="w-full max-w-0 min-w-40">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <button
            type="button"
            aria-haspopup="dialog"
            title={name}
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
      </Cell>
      <Cell figures>
        <MoneyText amount={account.balanceUsd} down />
        {hasStake ? (
          <span className="block text-xs lg:hidden">
            <MoneyText amount={account.balanceDiem} currency="DIEM" down />
          </span>
        ) : null}
      </Cell>
      <Cell figures className="hidden lg:table-cell">
        {hasStake ? <MoneyText amount={account.balanceDiem} currency="DIEM" down /> : <Nothing />}
      </Cell>
      <Cell figures className="hidden sm:table-cell">
        {count.format(account.keys)}
      </Cell>
      <Cell className="hidden text-muted md:table-cell">
        <LastUsed at={account.lastUsedAt} />
      </Cell>
      <Cell className="hidden text-muted lg:table-cell">
        <RelativeTime at={account.createdAt} />
      </Cell>
    </Row>
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

/** The table's skeleton while its rows load. */
export function PendingAccountTable() {
  return (
    <PendingTable label="Accounts" heads={<Heads />} rows={5}>
      <Cell className="w-full">
        <Skeleton className="w-48" />
      </Cell>
      <Cell>
        <Skeleton className="ml-auto w-16" />
      </Cell>
      <Cell className="hidden lg:table-cell">
        <Skeleton className="ml-auto w-20" />
      </Cell>
      <Cell className="hidden sm:table-cell">
        <Skeleton className="ml-auto w-6" />
      </Cell>
      <Cell className="hidden md:table-cell">
        <Skeleton className="w-20" />
      </Cell>
      <Cell className="hidden lg:table-cell">
        <Skeleton className="w-20" />
      </Cell>
    </PendingTable>
  );
}
