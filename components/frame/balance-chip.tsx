'use client';

import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { lazy, useState, type ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Popover } from '@/components/ui/overlay/popover';
import { formatMoney, MoneyText } from '@/components/ui/show/money-text';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { BillingBalance } from '@/lib/billing/contract';
import { apiFetch } from '@/lib/client/api';
import { unlessSignedOut } from '@/lib/client/failure';
import { MINUTE_MS } from '@/lib/core/time';

// Loaded when first opened.
const BalancePanel = lazy(() => import('./menus/balance-panel'));

/** The query key of the balance: invalidate it after anything that costs or adds credit. */
export const BALANCE_KEY = ['balance'] as const;

/** How often the balance is refreshed while the page is visible: API keys may spend, and DIEM renews at 00:00 UTC. */
const REFRESHED_MS = MINUTE_MS / 2;

/** The visitor's balance, refreshed whenever `['balance']` is invalidated. */
export function useBalance() {
  return useQuery({
    queryKey: BALANCE_KEY,
    queryFn: ({ signal }) => apiFetch<BillingBalance>('/api/v1/billing/balance', { signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => unlessSignedOut(REFRESHED_MS, state.error),
  });
}

/** The balance in USD, with any DIEM below; opens a breakdown. Flashes once when the amount changes. */
export function BalanceChip() {
  const balance = useBalance();
  const flashes = useChanges(balance.data ? `${balance.data.balances.usd} ${balance.data.balances.diem}` : null);
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
  balance: { balances, canConsume },
  flashes,
  className,
  ...rest
}: ComponentProps<'button'> & { balance: BillingBalance; flashes: number }) {
  const { usd, diem } = balances;
  const amounts = [
    formatMoney(usd, 'USD', { down: true }),
    ...(diem ? [formatMoney(diem, 'DIEM', { down: true })] : []),
  ];
  return (
    <button
      type="button"
      aria-label={`${canConsume ? 'Balance' : 'Out of credit: balance'} ${amounts.join(', ')}`}
      {...rest}
      className={classNames(
        'relative flex min-h-control flex-col items-end justify-center rounded-control border bg-surface px-3 py-1 text-right leading-tight transition-[border-color] hover:border-edge pointer-coarse:min-h-touch',
        canConsume ? 'border-line' : 'border-stop/50',
        className,
      )}
    >
      {flashes > 0 ? (
        <span key={flashes} aria-hidden className="flash-once pointer-events-none absolute inset-0 rounded-control" />
      ) : null}
      <span className="relative flex items-baseline gap-2">
        <span className={classNames('text-xs', canConsume ? 'text-muted max-sm:hidden' : 'text-stop')}>
          {canConsume ? 'Balance' : 'Out of credit'}
        </span>
        <MoneyText amount={usd} down className="text-sm font-medium" />
      </span>
      {diem ? <MoneyText amount={diem} currency="DIEM" down className="relative text-xs" /> : null}
    </button>
  );
}

/** How often a value has changed since it was first known. */
function useChanges(value: string | null): number {
  const [seen, setSeen] = useState<{ value: string | null; changes: number }>({ value, changes: 0 });
  if (value !== null && value !== seen.value) {
    setSeen({ value, changes: seen.value === null ? 0 : seen.changes + 1 });
  }
  return seen.changes;
}
