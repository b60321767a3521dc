'use client';

import { CircleAlert, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { FailureActions } from '@/components/failure/failure-actions';
import { isFresh } from '@/components/failure/is-fresh';
import { useBalance } from '@/components/frame/balance-chip';
import { CopyButton } from '@/components/ui/copy-button';
import type { StoredFailure } from '@/lib/client/chat/types';
import type { ImageJob } from '@/lib/client/images/types';
import { jobFailureKind, jobFailureText, jobFailureTitle } from './failure-text';

/** What went wrong with a request, whether it cost anything, and what to do next. */
export function JobFailure({
  failure,
  charge,
  modelName,
  onRetry,
}: {
  failure: StoredFailure;
  charge: ImageJob['charge'];
  modelName: string;
  onRetry: () => void;
}) {
  const kind = jobFailureKind(failure);
  const available = useBalance().data?.usd.available;
  // Failures from before the page was opened are not announced.
  const [fresh] = useState(() => isFresh(failure));
  return (
    <div data-testid="job-failure" data-failure={kind} className="mt-2 flex items-start gap-2">
      {kind === 'offline' ? (
        <WifiOff aria-hidden className="mt-0.5 text-stop" />
      ) : (
        <CircleAlert aria-hidden className="mt-0.5 text-stop" />
      )}
      <div className="min-w-0 flex-1 text-sm">
        <p role={fresh ? 'alert' : undefined} className="font-medium">
          <span className="sr-only">{modelName}: </span>
          {jobFailureTitle(failure)}
        </p>
        <p className="wrap-anywhere text-muted">{jobFailureText(failure, charge, available)}</p>
        {/* Without its model, a request would only fail again. */}
        {kind === 'model_gone' ? null : (
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <FailureActions kind={kind === 'lost' ? 'other' : kind} failure={failure} last onRetry={onRetry} />
          </div>
        )}
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
