'use client';

import { lazy } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import type { useModels } from '../use-models';

const NoModel = lazy(() => import('./no-model'));

/** Shown when there is no model to choose, because the list could not be loaded or is empty. */
export function ModelsUnavailable({ models }: { models: ReturnType<typeof useModels> }) {
  if (models.isError && !models.data) {
    return (
      <FailureNotice
        failure={models.error}
        what="The models could not be loaded."
        onRetry={() => void models.refetch()}
      />
    );
  }
  if (models.data?.length !== 0) return null;
  return (
    <ChunkBoundary>
      <NoModel />
    </ChunkBoundary>
  );
}
