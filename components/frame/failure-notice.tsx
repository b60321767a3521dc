'use client';

import { CircleAlert, RotateCw, WifiOff } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { CopyButton } from '@/components/ui/copy-button';
import { isApiFailure } from '@/lib/client/failure';
import { ticks } from '@/lib/client/now';

/** A sentence for any thrown value, without technical details. */
export function failureSentence(failure: unknown): string {
  return isApiFailure(failure) ? failure.message : 'Something on this page failed. Reload and try again.';
}

/**
 * What failed, the request ID to copy, and an action: Retry, or Sign in if the session has ended.
 * @param what the failed action as a sentence, e.g. `The keys could not be loaded.`; omit it inside a form
 */
export function FailureNotice({
  failure,
  what,
  onRetry,
  className,
}: {
  failure: unknown;
  what?: string;
  onRetry?: () => void;
  className?: string;
}) {
  const pathname = usePathname();
  const known = isApiFailure(failure) ? failure : null;
  const offline = known?.code === 'OFFLINE';
  const signedOut = known?.code === 'SIGNED_OUT';
  return (
    <div
      role="alert"
      className={classNames('flex items-start gap-3 rounded-panel border border-stop/40 bg-stop/5 p-4', className)}
    >
      {offline ? (
        <WifiOff aria-hidden className="mt-0.5 text-stop" />
      ) : (
        <CircleAlert aria-hidden className="mt-0.5 text-stop" />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          {what ? <p className="font-medium">{what}</p> : null}
          <p className={classNames('wrap-anywhere', what && 'text-muted')}>{failureSentence(failure)}</p>
          {known?.retryAfterSeconds ? <Countdown key={known.requestId} seconds={known.retryAfterSeconds} /> : null}
          {known?.requestId ? (
            <p className="mt-1 flex items-center gap-1 text-sm text-muted">
              Request <span className="figure-text text-xs">{known.requestId}</span>
              <CopyButton text={known.requestId} label="Copy request ID" className="-my-2" />
            </p>
          ) : null}
        </div>
        {signedOut ? (
          <ButtonLink href={`/sign-in?next=${encodeURIComponent(pathname)}`} size="small">
            Sign in
          </ButtonLink>
        ) : onRetry ? (
          <Button size="small" onClick={onRetry}>
            <RotateCw aria-hidden />
            Retry
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/**
 * The time until the next attempt is allowed. Outside the live region: an announcement per second would drown out the
 * page.
 */
function Countdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = ticks() + seconds * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - ticks()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <p aria-live="off" className="mt-1 text-sm text-muted tabular-nums">
      {left > 0 ? `Try again in ${left} s` : 'You can try again now'}
    </p>
  );
}
