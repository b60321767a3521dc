'use client';

import { useSyncExternalStore } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { formatCountdown } from '@/components/ui/show/countdown-text';
import { MoneyText } from '@/components/ui/show/money-text';
import { formatUtc } from '@/components/ui/show/relative-time';
import type { BillingBalance } from '@/lib/billing/contract';
import { now } from '@/lib/client/now';
import { DAY_MS, SECOND_MS } from '@/lib/core/time';

/**
 * The breakdown of the balance, when DIEM renews, and links to details.
 * @param onLeave called when a link is followed
 */
export default function BalancePanel({ balance, onLeave }: { balance: BillingBalance; onLeave: () => void }) {
  const { balances, diemEpochAllocation, canConsume, consumptionCurrency } = balance;
  return (
    <>
      <MoneyText amount={balances.usd} down className="mt-1 block text-xl font-medium" />
      {balances.diem > 0 || diemEpochAllocation > 0 ? (
        <p className="mt-1 flex items-baseline justify-between gap-3">
          <MoneyText amount={balances.diem} currency="DIEM" down className="font-medium" />
          <span className="text-sm text-muted">
            of <MoneyText amount={diemEpochAllocation} currency="DIEM" down className="text-muted" /> a day
          </span>
        </p>
      ) : null}
      <p className="mt-2 text-sm text-muted">{sentenceOf(canConsume, consumptionCurrency)}</p>
      <NextEpoch />
      <div className="mt-4 flex gap-2">
        <ButtonLink href="/usage" size="small" onClick={onLeave} className="flex-1">
          Usage
        </ButtonLink>
        <ButtonLink href="/limits" size="small" onClick={onLeave} className="flex-1">
          Limits
        </ButtonLink>
      </div>
    </>
  );
}

function sentenceOf(canConsume: boolean, currency: BillingBalance['consumptionCurrency']): string {
  if (!canConsume) return 'Out of credit: requests are refused until credit is added.';
  return currency === 'DIEM' ? 'The next request is billed in DIEM.' : 'The next request is billed in USD.';
}

/** The countdown until DIEM and daily limits reset, at midnight UTC. */
function NextEpoch() {
  const nowMs = useSyncExternalStore(subscribe, wholeSecond, () => null);
  if (nowMs === null) return null;
  const next = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  const at = new Date(next).toISOString();
  return (
    <p className="mt-3 flex items-baseline justify-between gap-3 border-t border-line pt-3 text-sm text-muted">
      Daily limits reset in
      <time dateTime={at} title={formatUtc(at)} className="figure-text text-ink">
        {formatCountdown(next - nowMs)}
      </time>
    </p>
  );
}

const wholeSecond = () => Math.floor(now() / SECOND_MS) * SECOND_MS;

function subscribe(notify: () => void): () => void {
  const timer = setInterval(notify, SECOND_MS / 4);
  return () => clearInterval(timer);
}
