'use client';

import { WarnNote } from '@/components/ui/show/warn-note';
import { FailureNotice } from '@/components/frame/failure-notice';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/show/empty-state';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { ModelsView } from '@/lib/admin/contract';
import { useModelStates } from '../use-admin';
import { LocalModels } from './local-models';
import { ModelTable } from './model-table';

/** Every served model with the health of its upstreams. */
export default function ModelsPanel() {
  const models = useModelStates();
  return (
    <div className="flex flex-col gap-4">
      {models.isError ? (
        <FailureNotice
          failure={models.error}
          what={models.data ? 'These states may be out of date.' : 'The models could not be loaded.'}
          onRetry={() => void models.refetch()}
        />
      ) : null}
      {models.isPending ? (
        <div aria-busy className="flex flex-col gap-3 rounded-panel border border-line bg-surface p-4">
          <Skeleton className="w-48" />
          <Skeleton className="w-full" />
          <Skeleton className="w-40" />
          <Skeleton className="w-full" />
        </div>
      ) : null}
      {models.data ? <Missing missing={models.data.missing} /> : null}
      {models.data ? <LocalModels models={models.data.local} /> : null}
      {models.data?.data.length === 0 && models.data.local.length === 0 ? (
        <EmptyState
          title="No models are served"
          sentence="Connect a provider under Providers, or list models in a service file."
        />
      ) : null}
      {models.data && models.data.data.length > 0 ? <ModelTable models={models.data.data} /> : null}
      {models.data && models.data.notes.length > 0 ? (
        <section aria-label="Provider notes" className="flex flex-col gap-1 text-sm text-muted">
          {models.data.notes.map((note) => (
            <p key={note} className="wrap-anywhere">
              {note}
            </p>
          ))}
        </section>
      ) : null}
      {models.data && models.data.data.length > 0 ? (
        <p className="text-sm text-muted">
          After five failures in a row, an upstream is paused for a while: for the account that caused them, or for
          everybody if three accounts failed or it cannot be reached. Then one request retries it. The states are those
          of the process that answered, refreshed every five seconds.
        </p>
      ) : null}
    </div>
  );
}

function Missing({ missing }: { missing: ModelsView['missing'] }) {
  return missing.map(({ model, folder, message }) => (
    <WarnNote
      key={model}
      title={<>The embedded model {model} has no weights here.</>}
      beside={<CopyButton text={folder} label="Copy folder" />}
    >
      <p className="wrap-anywhere text-muted">{message}</p>
    </WarnNote>
  ));
}
