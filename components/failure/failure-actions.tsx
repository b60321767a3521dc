'use client';

import { LogIn, RotateCw, Wallet } from 'lucide-react';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button, ButtonLink } from '@/components/ui/button';
import type { StoredFailure } from '@/lib/client/chat/types';
import type { FailureKind } from '@/lib/client/failure-kind';
import { now } from '@/lib/client/now';

/**
 * What to do after a failure: sign in, top up, or try again, perhaps automatically.
 * @param otherModel the name of the model that a retry would use, if it is not the one that failed
 * @param last whether a retry takes the user away from nothing, so that it may be automatic
 */
export function FailureActions({
  kind,
  failure,
  otherModel = null,
  last,
  onRetry,
}: {
  kind: FailureKind;
  failure: StoredFailure;
  otherModel?: string | null;
  last: boolean;
  onRetry: () => void;
}) {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  if (kind === 'signed_out') {
    const here = query === '' ? pathname : `${pathname}?${query}`;
    return (
      <>
        <ButtonLink href={`/sign-in?next=${encodeURIComponent(here)}`} size="small">
          <LogIn aria-hidden />
          Sign in
        </ButtonLink>
        <Retry onRetry={onRetry} />
      </>
    );
  }
  if (kind === 'out_of_credit') {
    return (
      <>
        <ButtonLink href="/wallet" size="small">
          <Wallet aria-hidden />
          Top up
        </ButtonLink>
        <Retry onRetry={onRetry} otherModel={otherModel} />
      </>
    );
  }
  if (failure.retryAfterSeconds) {
    return <Countdown until={failure.at + failure.retryAfterSeconds * 1000} last={last} onRetry={onRetry} />;
  }
  return <Retry onRetry={onRetry} otherModel={otherModel} />;
}

function Retry({ onRetry, otherModel = null }: { onRetry: () => void; otherModel?: string | null }) {
  return (
    <Button size="small" onClick={onRetry}>
      <RotateCw aria-hidden />
      {otherModel === null ? 'Retry' : `Retry with ${otherModel}`}
    </Button>
  );
}

/** Counts down until the limit resets; then sends automatically if the user chose so. */
function Countdown({ until, last, onRetry }: { until: number; last: boolean; onRetry: () => void }) {
  const [left, setLeft] = useState(() => secondsUntil(until));
  const [automatic, setAutomatic] = useState(false);
  const send = useEffectEvent(() => {
    if (automatic && last) onRetry();
  });
  useEffect(() => {
    if (secondsUntil(until) === 0) return;
    const timer = setInterval(() => {
      const seconds = secondsUntil(until);
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      send();
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  if (left === 0) return <Retry onRetry={onRetry} />;
  return (
    <>
      <span className="figure-text text-sm" data-testid="countdown">
        Retry in {left} s
      </span>
      {last ? (
        <label className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-touch">
          <input
            type="checkbox"
            checked={automatic}
            onChange={(event) => setAutomatic(event.target.checked)}
            className="size-4 accent-(--ink)"
          />
          Retry automatically
        </label>
      ) : null}
      <Button size="small" kind="plain" onClick={onRetry}>
        Retry now
      </Button>
    </>
  );
}

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - now()) / 1000));
