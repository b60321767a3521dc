'use client';

import { CircleAlert, WifiOff } from 'lucide-react';
import { useId, useState } from 'react';
import { FailureActions } from '@/components/failure/failure-actions';
import { isFresh } from '@/components/failure/is-fresh';
import { useBalance } from '@/components/frame/balance-chip';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { CopyButton } from '@/components/ui/copy-button';
import type { StoredFailure } from '@/lib/client/chat/types';
import type { ImageJob } from '@/lib/client/images/types';
import { jobFailureCost, jobFailureKind, jobFailureText, jobFailureTitle } from './failure-text';

/** Longer texts are shortened, with the rest behind “Details”. */
const SHORT_CHARACTERS = 100;

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
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const text = jobFailureText(failure, available);
  const cost = jobFailureCost(failure, charge);
  const isLong = text.length > SHORT_CHARACTERS;
  const Icon = kind === 'offline' ? WifiOff : CircleAlert;
  return (
    <div data-testid="job-failure" data-failure={kind} className="mt-1 text-sm">
      <p role={fresh ? 'alert' : undefined} className="flex items-start gap-1.5">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-stop" />
        <span>
          <span className="sr-only">{modelName}: </span>
          <span className="font-medium">{jobFailureTitle(failure)}</span>
          {cost === '' ? null : <span className="text-muted"> · {cost}</span>}
        </span>
      </p>
      <div id={detailsId}>
        <p className={classNames('wrap-anywhere text-muted', isLong && !open && 'line-clamp-2')}>{text}</p>
        {open && failure.requestId ? (
          <p className="mt-1 flex items-center gap-1 text-muted">
            Request <span className="figure-text truncate text-xs">{failure.requestId}</span>
            <CopyButton text={failure.requestId} label="Copy request ID" className="-my-2" />
          </p>
        ) : null}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {/* Without its model, a request would only fail again. */}
        {kind === 'model_gone' ? null : (
          <FailureActions kind={kind === 'lost' ? 'other' : kind} failure={failure} last onRetry={onRetry} />
        )}
        {isLong || failure.requestId ? (
          <Button
            size="small"
            kind="plain"
            aria-expanded={open}
            aria-controls={detailsId}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Less' : 'Details'}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
