'use client';

import { Plus } from 'lucide-react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/show/empty-state';
import { Skeleton } from '@/components/ui/show/skeleton';
import { WarnNote } from '@/components/ui/show/warn-note';
import type { ProvidersView } from '@/lib/connected/contract';
import { ConnectedModels } from './models/connected-models';
import { ProviderList } from './provider-list';
import { RecentChanges } from './recent-changes';
import { useProviders } from './use-providers';

/** The providers of this installation, wherever they are configured, and the models of those of the console. */
export function ProvidersPanel({
  onConnect,
  onOpenProvider,
  onOpenModel,
}: {
  onConnect: () => void;
  onOpenProvider: (id: string) => void;
  onOpenModel: (key: string) => void;
}) {
  const view = useProviders();
  return (
    <div className="flex flex-col gap-8">
      {view.isError ? (
        <FailureNotice
          failure={view.error}
          what={view.data ? 'This list may be out of date.' : 'The providers could not be loaded.'}
          onRetry={() => void view.refetch()}
        />
      ) : null}
      {view.isPending ? <Pending /> : null}
      {view.data ? <Found view={view.data} {...{ onConnect, onOpenProvider, onOpenModel }} /> : null}
      <RecentChanges />
    </div>
  );
}

function Found({
  view,
  onConnect,
  onOpenProvider,
  onOpenModel,
}: {
  view: ProvidersView;
  onConnect: () => void;
  onOpenProvider: (id: string) => void;
  onOpenModel: (key: string) => void;
}) {
  const { editing, providers, models, unreadable } = view;
  const connect = editing.possible ? (
    <Button kind="primary" onClick={onConnect}>
      <Plus aria-hidden />
      Connect a provider
    </Button>
  ) : null;
  return (
    <>
      {editing.reason === null ? null : (
        <WarnNote title="Providers cannot be changed here.">
          <p className="wrap-anywhere text-muted">{editing.reason}</p>
        </WarnNote>
      )}
      {providers.length === 0 ? (
        <EmptyState
          title="No providers yet"
          sentence="Connect OpenAI, Anthropic, Google, Amazon Bedrock, OpenRouter, or a server of your own such as Ollama or vLLM. Until then, the embedded models answer."
          action={connect}
          className="border-t-0 pt-2"
        />
      ) : (
        <section className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 className="text-base font-semibold">Providers</h2>
            {connect}
          </div>
          <ProviderList providers={providers} onOpen={onOpenProvider} />
        </section>
      )}
      {models.length + unreadable.length === 0 ? null : <ConnectedModels view={view} onOpen={onOpenModel} />}
    </>
  );
}

function Pending() {
  return (
    <div aria-busy className="flex flex-col gap-3 rounded-panel border border-line bg-surface p-4">
      <Skeleton className="w-48" />
      <Skeleton className="w-72 max-w-full" />
      <Skeleton className="w-40" />
      <Skeleton className="w-64 max-w-full" />
    </div>
  );
}
