'use client';

import { lazy, useId, useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { useOrigin } from '@/components/frame/use-origin';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { FirstSteps } from '@/lib/profile/contract';
import { hideReminder, useReminderHidden } from './reminder';
import { StepRow } from './step-row';
import { progressOf, progressText, stepsOf } from './steps';
import { useFirstSteps } from './use-first-steps';

// The owner's, when first opened.
const InviteDialog = lazy(() => import('@/components/admin/invite-dialog'));

/** The first steps as a list, each with what to do. */
export function StepList({ accountId, origin, serviceId }: { accountId: string; origin: string; serviceId: string }) {
  const steps = useFirstSteps({ isWatched: true });
  const here = useOrigin(origin);
  const [inviting, setInviting] = useState(false);
  const stopInviting = () => {
    setInviting(false);
    void steps.refetch();
  };
  return (
    <>
      {steps.isError ? (
        <FailureNotice
          failure={steps.error}
          what={steps.data ? 'These steps may be out of date.' : 'The first steps could not be loaded.'}
          onRetry={() => void steps.refetch()}
        />
      ) : null}
      {steps.isPending ? <Pending /> : null}
      {steps.data ? (
        <Found
          steps={steps.data}
          accountId={accountId}
          origin={here}
          apiKey={`${serviceId.toUpperCase()}_INFERENCE_KEY_…`}
          onInvite={() => setInviting(true)}
        />
      ) : null}
      <ChunkBoundary resetKey={inviting} onLoadError={() => setInviting(false)}>
        {inviting ? <InviteDialog onClose={stopInviting} /> : null}
      </ChunkBoundary>
    </>
  );
}

function Found({
  steps: found,
  accountId,
  origin,
  apiKey,
  onInvite,
}: {
  steps: FirstSteps;
  accountId: string;
  origin: string;
  apiKey: string;
  onInvite: () => void;
}) {
  const id = useId();
  const steps = stepsOf(found);
  const progress = progressOf(steps);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-base font-semibold">
          First steps
        </h2>
        <p role="status" className="text-sm text-muted tabular-nums">
          {progress.next === null ? 'All done' : progressText(progress)}
        </p>
      </div>
      <ol className="divide-y divide-line rounded-panel border border-line bg-surface">
        {steps.map((step) => (
          <StepRow
            key={step.id}
            step={step}
            isNext={step === progress.next}
            origin={origin}
            apiKey={apiKey}
            onInvite={onInvite}
          />
        ))}
      </ol>
      {progress.next === null || !found.isNew ? null : <ReminderSwitch accountId={accountId} />}
    </section>
  );
}

/** Whether the console reminds of what is left. */
function ReminderSwitch({ accountId }: { accountId: string }) {
  const hidden = useReminderHidden(accountId);
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <p>
        {hidden ? 'The console does not remind you of these steps.' : 'The console reminds you until they are done.'}
      </p>
      <Button kind="plain" size="small" className="-ml-3" onClick={() => hideReminder(accountId, !hidden)}>
        {hidden ? 'Remind me' : 'Don’t remind me'}
      </Button>
    </div>
  );
}

function Pending() {
  return (
    <div aria-busy className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4">
      <span className="sr-only">Loading the first steps</span>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="w-64 max-w-full" />
      ))}
    </div>
  );
}
