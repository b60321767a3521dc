'use client';

import type { ReactNode } from 'react';
import { useOwnCharacters } from '@/components/characters/use-characters';
import { useBalance } from '@/components/frame/balance-chip';
import { useKeys } from '@/components/keys/use-keys';
import { MoneyText } from '@/components/ui/show/money-text';
import { Skeleton } from '@/components/ui/show/skeleton';

/** What is deleted with the account, with amounts; in general terms if they could not be loaded. */
export function Losses() {
  const balance = useBalance();
  const { keys, failure } = useKeys();
  const characters = useOwnCharacters();
  const credit = balance.data;
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">What you lose</p>
      <ul className="divide-y divide-line border-y border-line">
        <Loss name="Credit, not refunded" isPending={balance.isPending}>
          {credit ? (
            <>
              <MoneyText amount={credit.usd.available} down />
              {credit.diem && Number(credit.diem.available) > 0 ? (
                <>
                  {' and '}
                  <MoneyText amount={credit.diem.available} currency="DIEM" down />
                </>
              ) : null}
            </>
          ) : (
            'All remaining credit'
          )}
        </Loss>
        <Loss name="Keys, refused immediately" isPending={!keys && !failure}>
          {keys ? <Count of={keys.length} /> : 'All of them'}
        </Loss>
        <Loss name="Characters, with their reviews" isPending={characters.isPending}>
          {characters.data ? <Count of={characters.data.length} /> : 'All of them'}
        </Loss>
        <Loss name="Documents of your searches" isPending={false}>
          All of them
        </Loss>
        <Loss name="Chats in this browser" isPending={false}>
          All of them
        </Loss>
        <Loss name="Images in this browser" isPending={false}>
          All of them
        </Loss>
      </ul>
      <p className="mt-2 text-sm text-muted">
        Running requests finish and are charged. Charged amounts stay in the ledger, without your name.
      </p>
    </div>
  );
}

function Loss({ name, isPending, children }: { name: string; isPending: boolean; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
      <span>{name}</span>
      <span className="text-right">{isPending ? <Skeleton className="w-16" /> : children}</span>
    </li>
  );
}

function Count({ of }: { of: number }) {
  return <span className="figure-text">{of.toLocaleString('en')}</span>;
}
