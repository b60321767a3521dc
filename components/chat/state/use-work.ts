'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { BALANCE_KEY } from '@/components/frame/balance-chip';
import { USAGE_KEY } from '@/components/usage/usage-key';
import { isChunkLoadError, offerReload } from '@/components/ui/lazy/chunk-boundary';
import { fetchStore } from '@/lib/client/chat/fetch-store';
import { NOTHING_READ, watchStore, type ChatState } from '@/lib/client/chat/state';
import { loadPreferences } from '../preferences/use-preferences';
import type { ChatStore } from '@/lib/client/chat/store';

/** This browser's chats, with the code that works on them. */
export type Work<Code> = { store: ChatStore; code: Code };

/**
 * Opens the store and loads the code that works on it: neither is part of the initial load. Refreshes the balance
 * whenever it may have changed.
 * @param fetchCode must be stable
 * @returns null until both are loaded; if the code cannot be loaded, a message offers to reload the page
 */
export function useWork<Code>(accountId: string, fetchCode: () => Promise<Code>): Work<Code> | null {
  const [work, setWork] = useState<Work<Code> | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const client = useQueryClient();
  useEffect(() => {
    let here = true;
    Promise.all([fetchStore(accountId), fetchCode()]).then(
      ([store, code]) => {
        store.preferences = () => loadPreferences(client);
        store.onSpent = () => {
          void client.invalidateQueries({ queryKey: BALANCE_KEY });
          void client.invalidateQueries({ queryKey: USAGE_KEY });
        };
        if (here) setWork({ store, code });
      },
      (cause: Error) => {
        if (isChunkLoadError(cause)) offerReload();
        else if (here) setFailure(cause);
      },
    );
    return () => {
      here = false;
    };
  }, [client, accountId, fetchCode]);
  if (failure) throw failure;
  return work;
}

/** A store's state; empty until there is one. */
export function useChatState(store: ChatStore | undefined): ChatState {
  return useSyncExternalStore(
    (listener) => (store ? watchStore(store, listener) : () => undefined),
    () => store?.state ?? NOTHING_READ,
    () => NOTHING_READ,
  );
}
