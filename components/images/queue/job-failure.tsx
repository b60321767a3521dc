'use client';

import { CircleAlert, LogIn, RotateCw, Wallet, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import type { StoredFailure } from '@/lib/client/chat/types';
import { now } from '@/lib/client/now';
import { jobFailureKind, jobFailureText, jobFailureTitle } from './failure-text';

/** What went wrong with a request, whether it cost anything, and what to do next. */
export function JobFailure({
  failure,
  modelName,
  onRetry,
}: {
  failure: StoredFailure;
  modelName: string;
  onRetry: () => void;
}) {
  const kind = jobFailureKind(failure);
  const waits = failure.retryAfterSeconds ? failure.at + failure.retryAfterSeconds * 1_000 : null;
  return (
    <div data-testid="job-failure" data-failure={kind} className="mt-2 flex items-start gap-2">
      {kind === 'offline' ? (
        <WifiOff aria-hidden className="mt-0.5 text-stop" />
      ) : (
        <CircleAlert aria-hidden className="mt-0.5 text-stop" />
      )}
      <div className="min-w-0 flex-1 text-sm">
        <p role="alert" className="font-medium">
          <span className="sr-only">{modelName}: </span>
          {jobFailureTitle(failure)}
        </p>
        <p className="wrap-anywhere text-muted">{jobFailureText(failure)}</p>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {kind === 'signed_out' ? (
            <ButtonLink href={`/sign-in?next=${encodeURIComponent('/images')}`} size="small">
              <LogIn aria-hidden />
              Sign in
            </ButtonLink>
          ) : null}
          {kind === 'out_of_credit' ? (
            <ButtonLink href="/wallet" size="small">
              <Wallet aria-hidden />
              Top up
            </ButtonLink>
          ) : null}
          {waits === null ? <Retry onRetry={onRetry} /> : <Countdown key={waits} until={waits} onRetry={onRetry} />}
        </div>
        {failure.requestId ? (
          <p className="mt-1 flex items-center gap-1 text-muted">
            Request <span className="figure-text truncate text-xs">{failure.requestId}</span>
            <CopyButton text={failure.requestId} label="Copy request ID" className="-my-2" />
          </p>
        ) : null}
      </div>
    </div>
  );
}

function Retry({ onRetry }: { onRetry: () => void }) {
  return (
    <Button size="small" onClick={onRetry}>
      <RotateCw aria-hidden />
      Retry
    </Button>
  );
}

/** Counts down until the limit resets. */
function Countdown({ until, onRetry }: { until: number; onRetry: () => void }) {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  if (left === 0) return <Retry onRetry={onRetry} />;
  return (
    <>
      <span className="figure-text text-sm" data-testid="countdown">
        Retry in {left} s
      </span>
      <Button size="small" kind="plain" onClick={onRetry}>
        Retry now
      </Button>
    </>
  );
}

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - now()) / 1_000));
