'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { BALANCE_KEY } from '@/components/frame/balance-chip';
import { isChunkLoadError, offerReload } from '@/components/ui/lazy/chunk-boundary';
import { USAGE_KEY } from '@/components/usage/usage-key';
import { fetchStudio } from '@/lib/client/images/fetch-studio';
import { EMPTY_STUDIO, watchStudio, type StudioState, type StudioStore } from '@/lib/client/images/store';

/**
 * Opens this browser's images and queue. Refreshes the balance whenever it may have changed.
 * @param onFinished called when a request has ended with images
 * @returns the store, null until it is loaded, and its state
 */
export function useStudio(
  accountId: string,
  onFinished: StudioStore['onFinished'],
): { store: StudioStore | null; state: StudioState } {
  const [store, setStore] = useState<StudioStore | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const client = useQueryClient();
  const finish = useEffectEvent(onFinished);
  useEffect(() => {
    let here = true;
    fetchStudio(accountId).then(
      (opened) => {
        opened.onSpent = () => {
          void client.invalidateQueries({ queryKey: BALANCE_KEY });
          void client.invalidateQueries({ queryKey: USAGE_KEY });
        };
        if (!here) return;
        opened.onFinished = (images, job) => finish(images, job);
        setStore(opened);
      },
      (cause: Error) => {
        if (isChunkLoadError(cause)) offerReload();
        else if (here) setFailure(cause);
      },
    );
    return () => {
      here = false;
    };
  }, [client, accountId]);
  useEffect(() => {
    if (!store) return;
    return () => {
      store.onFinished = () => undefined;
    };
  }, [store]);
  if (failure) throw failure;
  return { store, state: useStudioState(store) };
}

/** A studio's state; empty until there is one. */
function useStudioState(store: StudioStore | null): StudioState {
  return useSyncExternalStore(
    (listener) => (store ? watchStudio(store, listener) : () => undefined),
    () => store?.state ?? EMPTY_STUDIO,
    () => EMPTY_STUDIO,
  );
}
