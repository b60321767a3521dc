'use client';

import { lazy } from 'react';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { PendingModels } from './models/pending-models';
import { StepList } from './steps/step-list';
import { useStartLocation } from './use-start-location';

// Members don't need it.
const ModelSetup = lazy(() => import('./models/model-setup'));

/** The first steps: for an owner, what answers; then a chat, a key, a request, and an invitation. */
export function StartView({
  accountId,
  role,
  origin,
  serviceId,
}: {
  accountId: string;
  role: 'owner' | 'member';
  origin: string;
  serviceId: string;
}) {
  const start = useStartLocation();
  const isOwner = role === 'owner';
  const { step, provider } = start.location;
  // One thing at a time.
  const isSettingUp = isOwner && (step !== null || provider !== null);
  return (
    <PageColumn>
      <PageHeader
        title="Get started"
        sentence={
          isOwner
            ? 'Choose what answers, ask a first question, and call it from a program.'
            : 'Ask a first question, then call the same models from a program.'
        }
      />
      {isOwner ? (
        <ChunkBoundary fallback={<PendingModels />}>
          <ModelSetup start={start} />
        </ChunkBoundary>
      ) : null}
      {isSettingUp ? null : <StepList accountId={accountId} origin={origin} serviceId={serviceId} />}
    </PageColumn>
  );
}
