'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { BALANCE_KEY } from '@/components/frame/balance-chip';
import { USAGE_KEY } from '@/components/usage/usage-key';
import { browserSearches } from '@/lib/client/search/browser-store';
import { NOTHING_SEARCHED, watchSearches, type SearchState, type SearchStore } from '@/lib/client/search/store';

/**
 * This tab's searches. Refreshes the balance whenever it may have changed.
 * @returns the store, null until the page is hydrated, and its state
 */
export function useSearches(accountId: string): { store: SearchStore | null; state: SearchState } {
  const client = useQueryClient();
  const store = useSyncExternalStore<SearchStore | null>(
    never,
    () => browserSearches(accountId),
    () => null,
  );
  const state = useSyncExternalStore(
    (listener) => (store ? watchSearches(store, listener) : () => undefined),
    () => store?.state ?? NOTHING_SEARCHED,
    () => NOTHING_SEARCHED,
  );
  useEffect(() => {
    const opened = browserSearches(accountId);
    opened.onSpent = () => {
      void client.invalidateQueries({ queryKey: BALANCE_KEY });
      void client.invalidateQueries({ queryKey: USAGE_KEY });
    };
  }, [client, accountId]);
  return { store, state };
}

const never = () => () => undefined;
