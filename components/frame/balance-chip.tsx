'use client';

import { type QueryClient, useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { lazy, useState, type ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Popover } from '@/components/ui/overlay/popover';
import { columnDecimals, formatMoney, MoneyText } from '@/components/ui/show/money-text';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { ConsoleBalance } from '@/lib/billing/contract';
import { apiFetch } from '@/lib/client/api';
import { unlessSignedOut } from '@/lib/client/failure';
import { parseUsd } from '@/lib/core/money';
import { SECOND_MS } from '@/lib/core/time';

// Loaded when first opened.
const BalancePanel = lazy(() => import('./menus/balance-panel'));

/** The query key of the balance: invalidate it after anything that costs or adds credit. */
export const BALANCE_KEY = ['balance'] as const;

/** How often the balance is refreshed while the page is visible, so that it is never out of date for two seconds. */
const REFRESHED_MS = 1.5 * SECOND_MS;
/** The same while it cannot be loaded. */
const RETRIED_MS = 5 * SECOND_MS;

/** Loads the balance again. An answer that is on its way is dropped: it may be older than what changed the balance. */
export async function refreshBalance(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: BALANCE_KEY });
  await client.invalidateQueries({ queryKey: BALANCE_KEY });
}

/** The visitor's balance, refreshed all the time and whenever `['balance']` is invalidated. */
export function useBalance() {
  return useQuery({
    queryKey: BALANCE_KEY,
    queryFn: ({ signal }) => apiFetch<ConsoleBalance>('/api/console/balance', { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => unlessSignedOut(state.error ? RETRIED_MS : REFRESHED_MS, state.error),
  });
}

/**
 * What is available in USD, with what is reserved and any DIEM below; opens a breakdown. Flashes once when the credit
 * changes, not when a part of it is reserved or given back.
 */
export function BalanceChip() {
  const balance = useBalance();
  const flashes = useChanges(balance.data ? creditOf(balance.data) : null);
  // The failure stays visible during a retry: the query itself clears it on restart.
  const [lost, setLost] = useState(false);
  const fails = !balance.data && (lost || balance.failureCount > 0);
  if (fails !== lost) setLost(fails);
  if (!balance.data) {
    if (!fails) {
      return (
        <div aria-busy className="flex h-control w-24 items-center rounded-control border border-line px-3">
          <Skeleton className="w-full" />
          <span className="sr-only">Loading balance</span>
        </div>
      );
    }
    return (
      <Button size="small" kind="quiet" onClick={() => void balance.refetch()} className="text-muted">
        <RotateCw aria-hidden />
        Balance unknown
      </Button>
    );
  }
  return (
    <Popover title="Balance" trigger={<Chip balance={balance.data} flashes={flashes} />}>
      {(close) => (
        <ChunkBoundary fallback={<Skeleton className="mt-2 h-32 w-full" />}>
          <BalancePanel balance={balance.data} onLeave={close} />
        </ChunkBoundary>
      )}
    </Popover>
  );
}

function Chip({
  balance: { usd, diem, currency },
  flashes,
  className,
  ...rest
}: ComponentProps<'button'> & { balance: ConsoleBalance; flashes: number }) {
  const label = currency === null ? 'Out of credit' : 'Available';
  const reserved = reservedText(usd);
  const hasDiem = diem !== null && (isPositive(diem.ofDay) || isPositive(diem.available));
  const amounts = [
    formatMoney(usd.available, 'USD', { down: true }),
    ...(reserved === null ? [] : [reserved]),
    ...(hasDiem ? [formatMoney(diem.available, 'DIEM', { down: true })] : []),
  ];
  return (
    <button
      type="button"
      aria-label={`${label} ${amounts.join(', ')}`}
      {...rest}
      className={classNames(
        'relative flex min-h-control flex-col items-end justify-center rounded-control border bg-surface px-3 py-1 text-right leading-tight transition-[border-color] hover:border-edge pointer-coarse:min-h-touch',
        currency === null ? 'border-stop/50' : 'border-line',
        className,
      )}
    >
      {flashes > 0 ? (
        <span key={flashes} aria-hidden className="flash-once pointer-events-none absolute inset-0 rounded-control" />
      ) : null}
      <span className="relative flex items-baseline gap-2">
        <span className={classNames('text-xs', currency === null ? 'text-stop' : 'text-muted max-sm:hidden')}>
          {label}
        </span>
        <MoneyText amount={usd.available} down className="text-sm font-medium" />
      </span>
      {reserved === null ? null : <span className="figure-text relative text-xs text-muted">{reserved}</span>}
      {hasDiem ? <MoneyText amount={diem.available} currency="DIEM" down className="relative text-xs" /> : null}
    </button>
  );
}

/** What is reserved, with the decimals of what is available, so that both line up; null for nothing. */
function reservedText({ available, reserved }: ConsoleBalance['usd']): string | null {
  if (!isPositive(reserved)) return null;
  const decimals = columnDecimals([available], { most: 4 });
  return `${formatMoney(reserved, 'USD', { decimals })} reserved`;
}

const isPositive = (decimal: string) => Number(decimal) > 0;

/** All credit as a text that changes with it: what is reserved still belongs to the account. */
function creditOf({ usd, diem }: ConsoleBalance): string {
  const sum = (of: { available: string; reserved: string }) =>
    (parseUsd(of.available) ?? 0n) + (parseUsd(of.reserved) ?? 0n);
  return `${sum(usd)} ${diem ? sum(diem) : ''}`;
}

/** How often a value has changed since it was first known. */
function useChanges(value: string | null): number {
  const [seen, setSeen] = useState<{ value: string | null; changes: number }>({ value, changes: 0 });
  if (value !== null && value !== seen.value) {
    setSeen({ value, changes: seen.value === null ? 0 : seen.changes + 1 });
  }
  return seen.changes;
}
