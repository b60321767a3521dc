'use client';

import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useProviders } from '@/components/admin/providers/use-providers';
import { FailureNotice } from '@/components/frame/failure-notice';
import type { ProvidersView, ProviderView } from '@/lib/connected/contract';
import type { Start, StartLocation } from '../use-start-location';
import { AnsweringProviders } from './answering-providers';
import { isProviderReady } from './can-choose-models';
import { ChooseModels } from './choose-models';
import { ConnectProvider } from './connect-provider';
import { PendingModels } from './pending-models';
import { TwoWays } from './two-ways';

/** What answers, for an owner: a provider to connect or the local model, and afterwards what is connected. */
export default function ModelSetup({ start }: { start: Start }) {
  const view = useProviders();
  const { step, provider } = start.location;
  const ref = useFocusOnChange(`${step} ${provider}`);
  const isStale = view.data !== undefined && !isPossible(view.data, start.location);
  const finish = useEffectEvent(start.finish);
  useEffect(() => {
    if (isStale) finish();
  }, [isStale]);
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      {view.isError && !view.data ? (
        <FailureNotice
          failure={view.error}
          what="The providers could not be loaded."
          onRetry={() => void view.refetch()}
        />
      ) : null}
      {view.isPending ? <PendingModels /> : null}
      {view.data ? <Shown view={view.data} start={start} /> : null}
    </div>
  );
}

function Shown({ view, start }: { view: ProvidersView; start: Start }) {
  const { step, provider: wanted, tested } = start.location;
  const { editing, providers, defaultModel } = view;
  const provider = findProvider(view, wanted);
  if (provider && editing.possible) {
    return (
      <ChooseModels
        key={provider.id}
        provider={provider}
        tested={tested}
        defaultModel={defaultModel}
        onDone={start.finish}
      />
    );
  }
  if (step === 'connect' && editing.possible) {
    return (
      <ConnectProvider
        markup={view.markup}
        taken={providers.map(({ id }) => id)}
        onConnected={start.chooseModels}
        onBack={start.leaveConnect}
      />
    );
  }
  if (isProviderReady(view)) return <AnsweringProviders view={view} start={start} />;
  return <TwoWays editing={editing} onConnect={start.connect} />;
}

/** A provider whose models can be chosen here. */
function findProvider({ providers }: ProvidersView, wanted: string | null): ProviderView | undefined {
  return providers.find(({ id, source }) => id === wanted && source === 'console');
}

/** Whether the URL asks for what there is: not if its provider was removed, or providers cannot be changed. */
function isPossible(view: ProvidersView, { step, provider }: StartLocation): boolean {
  if (step === null && provider === null) return true;
  return view.editing.possible && (provider === null || findProvider(view, provider) !== undefined);
}

/** Moves the focus to what is shown now: the control that led there is gone. */
function useFocusOnChange(shown: string) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  // Before anything else can be pressed.
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return ref;
}
