'use client';

import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ChangePage } from '@/lib/admin/contract';
import { apiFetch } from '@/lib/client/api';
import { unlessSignedOut } from '@/lib/client/failure';
import type {
  AddModels,
  AddProvider,
  ChangeModel,
  ChangeProvider,
  ListedModels,
  ProvidersView,
  ProviderTest,
  TryProvider,
} from '@/lib/connected/contract';
import { SECOND_MS } from '@/lib/core/time';

const ADMIN = '/api/console/admin';
const PROVIDERS = ['admin', 'providers'] as const;
const CHANGES = ['admin', 'changes'] as const;
/** Another owner, or the admin command, may change them. */
const EVERY_MS = 10 * SECOND_MS;

const providerPath = (id: string) => `${ADMIN}/providers/${encodeURIComponent(id)}`;
const modelPath = (key: string) => `${ADMIN}/connected-models/${encodeURIComponent(key)}`;

/** Every provider and every connected model. */
export function useProviders() {
  return useQuery({
    queryKey: PROVIDERS,
    queryFn: ({ signal }) => apiFetch<ProvidersView>(`${ADMIN}/providers`, { signal }),
    refetchInterval: ({ state }) => unlessSignedOut(EVERY_MS, state.error),
  });
}

/** What a provider lists, asked again each time that it is shown. */
export function useListedModels(id: string) {
  return useQuery({
    queryKey: [...PROVIDERS, 'listed', id],
    queryFn: ({ signal }) => apiFetch<ListedModels>(`${providerPath(id)}/models`, { signal }),
    staleTime: 60 * SECOND_MS,
    refetchOnWindowFocus: false,
  });
}

/** The recorded changes, newest first, one page at a time. */
export function useChanges() {
  return useInfiniteQuery({
    queryKey: CHANGES,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      apiFetch<ChangePage>(`${ADMIN}/changes${pageParam && `?before=${encodeURIComponent(pageParam)}`}`, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** Connects a provider. */
export function useAddProvider() {
  return useChange((input: AddProvider) =>
    apiFetch<{ id: string }>(`${ADMIN}/providers`, { method: 'POST', body: input }),
  );
}

/** Changes, enables, or disables a provider. */
export function useChangeProvider(id: string) {
  return useChange((change: ChangeProvider) =>
    apiFetch<{ id: string }>(providerPath(id), { method: 'PATCH', body: change }),
  );
}

/** Removes a provider. */
export function useRemoveProvider(id: string) {
  return useChange(
    (_: void) => apiFetch<{ id: string; removedModels: string[] }>(providerPath(id), { method: 'DELETE' }),
    { removes: true },
  );
}

/** Tries a provider; nothing is saved, and what was typed is not kept. */
export function useTryProvider() {
  return useMutation({
    mutationFn: (input: TryProvider) =>
      apiFetch<ProviderTest>(`${ADMIN}/provider-tests`, { method: 'POST', body: input }),
    gcTime: 0,
  });
}

/** Serves models of a provider. */
export function useAddModels(id: string) {
  return useChange((input: AddModels) =>
    apiFetch<{ added: string[] }>(`${providerPath(id)}/models`, { method: 'POST', body: input }),
  );
}

/** Changes a connected model. */
export function useChangeModel(key: string) {
  return useChange((change: ChangeModel) =>
    apiFetch<{ id: string }>(modelPath(key), { method: 'PATCH', body: change }),
  );
}

/** Stops serving a connected model. */
export function useRemoveModel(key: string) {
  return useChange((_: void) => apiFetch<{ id: string }>(modelPath(key), { method: 'DELETE' }), { removes: true });
}

/**
 * What was typed, such as a key, is dropped from memory with the component.
 * @param removes then it ends before the lists are read again: what shows the removed is gone after that
 */
function useChange<I, O>(mutationFn: (input: I) => Promise<O>, { removes = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      const refreshed = refresh(client);
      if (!removes) await refreshed;
    },
    gcTime: 0,
  });
}

const refresh = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: PROVIDERS }),
    client.invalidateQueries({ queryKey: CHANGES }),
    client.invalidateQueries({ queryKey: ['admin', 'models'] }),
    // The model pickers of all pages.
    client.invalidateQueries({ queryKey: ['models'] }),
  ]);
