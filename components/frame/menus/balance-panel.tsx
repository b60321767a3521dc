'use client';

import { useSyncExternalStore } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { formatCountdown } from '@/components/ui/show/countdown-text';
import { AlignedMoney, columnDecimals, type MoneyCurrency, MoneyText } from '@/components/ui/show/money-text';
import { formatUtc } from '@/components/ui/show/relative-time';
import type { ConsoleBalance } from '@/lib/billing/contract';
import { now } from '@/lib/client/now';
import { DAY_MS, SECOND_MS } from '@/lib/core/time';

/**
 * The breakdown of the balance, when DIEM renews, and links to details.
 * @param onLeave called when a link is followed
 */
export default function BalancePanel({ balance, onLeave }: { balance: ConsoleBalance; onLeave: () => void }) {
  const { usd, diem, currency } = balance;
  return (
    <>
      <Division currency="USD" of={usd} />
      {diem === null || (Number(diem.ofDay) === 0 && Number(diem.available) === 0) ? null : (
        <>
          <Division currency="DIEM" of={diem} />
          <p className="mt-1 text-right text-sm text-muted">
            of <MoneyText amount={diem.ofDay} currency="DIEM" exact className="text-muted" /> a day
          </p>
        </>
      )}
      <p className="mt-2 text-sm text-muted">{sentenceOf(currency)}</p>
      <NextEpoch />
      <div className="mt-4 flex gap-2">
        <ButtonLink href="/wallet" kind="primary" size="small" onClick={onLeave} className="flex-1">
          Top up
        </ButtonLink>
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

/** What is available, and what running requests reserve, to the last digit. */
function Division({ currency, of }: { currency: MoneyCurrency; of: { available: string; reserved: string } }) {
  const amounts = [of.available, of.reserved];
  return (
    <AlignedMoney decimals={columnDecimals(amounts, { exact: true })}>
      <dl className="mt-2 grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1">
        <dt className="text-sm text-muted">Available</dt>
        <dd className="text-right">
          <MoneyText amount={of.available} currency={currency} className="text-base font-medium" />
        </dd>
        <dt className="text-sm text-muted">Reserved by running requests</dt>
        <dd className="text-right">
          <MoneyText amount={of.reserved} currency={currency} className="text-base" />
        </dd>
      </dl>
    </AlignedMoney>
  );
}

function sentenceOf(currency: ConsoleBalance['currency']): string {
  if (currency === null) return 'Out of credit: requests are refused until you top up.';
  return `The next request is billed in ${currency}. What it does not use of its reservation is available again.`;
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
