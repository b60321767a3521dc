'use client';

import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Badge } from '@/components/ui/show/badge';
import { Bar } from '@/components/ui/show/bar';
import { formatMoney, MoneyText } from '@/components/ui/show/money-text';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { LiveLimits } from '@/lib/limits/contract';
import { Countdown } from './countdown';
import { GuardStatus } from './guard-status';
import { TIERS } from './labels';

const FRAME =
  'grid grid-cols-2 overflow-hidden rounded-panel border border-line bg-surface lg:grid-cols-4 *:border-line *:even:border-l max-lg:*:nth-[n+3]:border-t lg:*:not-first:border-l';
/** The main value of a tile. */
const FIGURE = 'text-lg/7 sm:text-xl';

/** The account at a glance: what it can spend, when the day ends, its tier, its failed requests. */
export function NowPanel({ limits, skewMs }: { limits: LiveLimits; skewMs: number }) {
  const { balances, nextEpochBegins, tier, pro, guard } = limits;
  return (
    <dl className={FRAME}>
      <Tile label="Available">
        <MoneyText amount={balances.usd} down className={FIGURE} />
        {balances.diem ? <DiemLeft diem={balances.diem} /> : <Note>USD, minus what running requests reserve.</Note>}
      </Tile>
      <Tile label="Resets in">
        <Countdown at={nextEpochBegins} skewMs={skewMs} className={classNames(FIGURE, 'tabular-nums')} />
        <Note>
          {balances.diem ? 'Daily DIEM and the daily limits of keys' : 'Daily limits of keys'} reset at 00:00 UTC.
        </Note>
      </Tile>
      <Tile label="Tier">
        <span className={classNames(FIGURE, 'flex flex-wrap items-center gap-x-2')}>
          {TIERS[tier].label}
          {pro ? <Badge tone="ink">Pro</Badge> : null}
        </span>
        <Note>
          {TIERS[tier].sentence} {pro ? 'Includes models reserved for Pro accounts.' : null}
        </Note>
      </Tile>
      <Tile label="Failed requests">
        {guard ? <GuardStatus guard={guard} skewMs={skewMs} /> : <Note>Not limited on this installation.</Note>}
      </Tile>
    </dl>
  );
}

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 p-3 sm:p-4">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-col gap-1.5">{children}</dd>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <span className="text-sm text-pretty text-muted">{children}</span>;
}

function DiemLeft({ diem: { left, ofDay } }: { diem: { left: string; ofDay: string } }) {
  const [value, of] = [Number(left), Number(ofDay)];
  const [first, second] = [formatMoney(left, 'DIEM', { down: true }), formatMoney(ofDay, 'DIEM', { exact: true })];
  return (
    <Bar
      value={value}
      of={of}
      label="DIEM left today"
      text={`${first} of ${second} left today`}
      tone={value <= 0 ? 'stop' : 'ink'}
      className="tabular-nums"
    />
  );
}

/** Why the numbers below are incomplete. */
export function CountingNote({ note }: { note: string }) {
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <CircleAlert aria-hidden className="mt-px text-warn" />
      <span className="max-w-prose">{note}</span>
    </p>
  );
}

/** The panel's skeleton while it loads. */
export function PendingNowPanel() {
  return (
    <div aria-busy className={FRAME}>
      {['Available', 'Resets in', 'Tier', 'Failed requests'].map((label) => (
        <div key={label} className="flex flex-col gap-1.5 p-3 sm:p-4">
          <span className="text-xs text-muted">{label}</span>
          <Skeleton className="h-7 w-28" />
          <Skeleton className="h-9 w-full" />
        </div>
      ))}
    </div>
  );
}
