'use client';

import { Ban } from 'lucide-react';
import { Bar } from '@/components/ui/show/bar';
import type { GuardView } from '@/lib/limits/contract';
import { Countdown } from './countdown';

/** From this fraction of the limit on, the bar shows a warning. */
const NEAR = 0.75;

/** The failed-request guard for browser requests: how close it is, or how long the ban lasts. */
export function GuardStatus({ guard, skewMs }: { guard: GuardView; skewMs: number }) {
  const { failures, limit, spanSeconds, bannedUntil, reason } = guard;
  if (bannedUntil !== null) {
    return (
      <>
        <span className="flex flex-wrap items-center gap-x-2 text-lg/7 text-stop sm:text-xl">
          <Ban aria-hidden /> Blocked{' '}
        </span>
        <span className="text-sm text-pretty">
          {reasonMessage(reason, guard)} Browser requests are unblocked in{' '}
          <Countdown at={bannedUntil} skewMs={skewMs} className="font-medium whitespace-nowrap" />.
        </span>
      </>
    );
  }
  return (
    <>
      <Bar
        value={failures}
        of={limit}
        label="Failed requests"
        text={`${failures} of ${limit} failed requests in the last ${spanSeconds} s`}
        tone={failures >= limit * NEAR ? 'warn' : 'signal'}
        className="pt-3 tabular-nums"
      />
      <span className="text-sm text-pretty text-muted">
        After more than {limit} failures, browser requests are blocked for {spanSeconds} s.
      </span>
    </>
  );
}

/** The keys that are banned now, each with its own countdown. */
export function BannedKeys({ guard, skewMs }: { guard: GuardView; skewMs: number }) {
  return (
    <ul aria-label="Blocked keys" className="flex flex-col divide-y divide-line rounded-panel border border-stop/40">
      {guard.bannedKeys.map((key) => (
        <li key={key.id} className="flex min-w-0 items-start gap-3 p-4">
          <Ban aria-hidden className="mt-0.5 text-stop" />
          <p className="min-w-0 wrap-anywhere">
            The key <span className="font-medium">{key.description || 'unnamed'}</span>{' '}
            <span className="figure-text text-sm text-muted">…{key.last6Chars}</span> is blocked.{' '}
            {reasonMessage(key.reason, guard)} Unblocked in{' '}
            <Countdown at={key.bannedUntil} skewMs={skewMs} className="font-medium whitespace-nowrap" />.
          </p>
        </li>
      ))}
    </ul>
  );
}

function reasonMessage(reason: GuardView['reason'], { limit, spanSeconds }: GuardView): string {
  return reason === 'unsupported_feature'
    ? `Too many requests in ${spanSeconds} s used a feature that the model does not support.`
    : `More than ${limit} requests failed within ${spanSeconds} s.`;
}
