import { MoneyText } from '@/components/ui/show/money-text';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { UsageSums } from '@/lib/billing/contract';
import { narrow, type Totals, totalsOf } from './totals';
import { type Filters, lastDays } from './use-filters';

const TILES = [
  { days: 1, label: 'Today' },
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
] as const;

/** Spending today, in a week, and in a month. @param sums of the last 30 days; undefined while loading */
export function Tiles({ sums, filters }: { sums: UsageSums | undefined; filters: Filters }) {
  const narrowed = sums && narrow(sums, filters);
  return (
    <section aria-label="Spend" className="grid rounded-panel border border-line bg-surface sm:grid-cols-3">
      {TILES.map(({ days, label }) => (
        <div
          key={days}
          className="min-w-0 border-t border-line p-4 first:border-t-0 sm:border-t-0 sm:border-l sm:p-5 sm:first:border-l-0"
        >
          <h2 className="text-sm text-muted">{label}</h2>
          {narrowed ? <Spend totals={totalsOf(narrowed, lastDays(days))} /> : <PendingSpend />}
        </div>
      ))}
    </section>
  );
}

function Spend({ totals: { usdNano, diemNano, requests, tokens, failed } }: { totals: Totals }) {
  return (
    <>
      <p className="mt-1 overflow-x-clip text-xl font-medium text-ellipsis lg:text-2xl">
        <MoneyText amount={usdNano} />
      </p>
      {diemNano > 0n ? <MoneyText amount={diemNano} currency="DIEM" className="block text-sm" /> : null}
      <p className="mt-1 text-sm text-muted tabular-nums">
        <Count n={requests} one="request" many="requests" /> · <Count n={tokens} one="token" many="tokens" />
        {failed > 0 ? (
          <>
            {' · '}
            <span className="whitespace-nowrap text-stop">{failed.toLocaleString('en-US')} failed</span>
          </>
        ) : null}
      </p>
    </>
  );
}

function Count({ n, one, many }: { n: number; one: string; many: string }) {
  return (
    <span className="whitespace-nowrap">
      {n.toLocaleString('en-US')} {n === 1 ? one : many}
    </span>
  );
}

function PendingSpend() {
  return (
    <div aria-busy>
      <Skeleton className="mt-1 h-7 w-28 lg:h-8" />
      <Skeleton className="mt-2 w-40" />
    </div>
  );
}
