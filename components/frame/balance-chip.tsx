'use client';

import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { formatMoney, MoneyText } from '@/components/ui/show/money-text';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { BillingBalance } from '@/lib/billing/contract';
import { apiFetch } from '@/lib/client/api';

/** The key of the balance's query: invalidate it after whatever costs or credits. */
export const BALANCE_KEY = ['balance'] as const;

/** The visitor's balance, read again whenever `['balance']` is invalidated. */
export function useBalance() {
  return useQuery({
    queryKey: BALANCE_KEY,
    queryFn: ({ signal }) => apiFetch<BillingBalance>('/api/v1/billing/balance', { signal }),
  });
}

/** USD, with DIEM below it where there is any. Lights up once when the amount changes. */
export function BalanceChip() {
  const balance = useBalance();
  const flashes = useChanges(balance.data ? `${balance.data.balances.usd} ${balance.data.balances.diem}` : null);
  if (!balance.data) {
    if (!balance.isError) {
      return (
        <div aria-busy className="flex h-control w-24 items-center rounded-control border border-line px-3">
          <Skeleton className="w-full" />
          <span className="sr-only">Balance is loading</span>
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
  const { usd, diem } = balance.data.balances;
  const empty = !balance.data.canConsume;
  return (
    <div
      key={flashes}
      role="group"
      aria-label={`Balance ${formatMoney(usd, 'USD', { down: true })}`}
      className={classNames(
        'flex min-h-control flex-col items-end justify-center rounded-control border border-line bg-surface px-3 py-1 text-right leading-tight',
        flashes > 0 && 'flash-once',
        empty && 'border-stop/50',
      )}
    >
      <span className="flex items-baseline gap-2">
        <span className={classNames('text-xs', empty ? 'text-stop' : 'text-muted')}>
          {empty ? 'Out of credit' : 'Balance'}
        </span>
        <MoneyText amount={usd} down className="text-sm font-medium" />
      </span>
      {diem ? <MoneyText amount={diem} currency="DIEM" down className="text-xs" /> : null}
    </div>
  );
}

/** How often a value changed after it was first known. */
function useChanges(value: string | null): number {
  const [seen, setSeen] = useState<{ value: string | null; changes: number }>({ value, changes: 0 });
  if (value !== null && value !== seen.value) {
    setSeen({ value, changes: seen.value === null ? 0 : seen.changes + 1 });
  }
  return seen.changes;
}
