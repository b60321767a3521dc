'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiFetch } from '@/lib/client/api';
import { listAllModels, readModel } from '@/lib/client/models';
import type { LiveLimits } from '@/lib/limits/contract';
import type { WireModel } from '@/lib/models/contract';

const ALL = ['models', 'all'] as const;
const FRESH_MS = 60_000;
/** How often to check again while no model is served: weights may be downloading. */
const POLL_MS = 5_000;

/** The models of all types, newest first. Polled while there are none. */
export function useCatalog() {
  return useQuery({
    queryKey: ALL,
    queryFn: ({ signal }) => listAllModels(signal),
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (state.data?.length === 0 ? POLL_MS : false),
  });
}

/** One model by its ID or an alias; available immediately if the list was loaded before. */
export function useModel(id: string) {
  const known = useQueryClient()
    .getQueryData<WireModel[]>(ALL)
    ?.find((model) => model.id === id);
  return useQuery<WireModel>({
    queryKey: ['models', 'one', id],
    queryFn: ({ signal }) => readModel(id, signal),
    placeholderData: known,
    staleTime: FRESH_MS,
  });
}

/** The visitor's rate limits for a model; none without a session. */
export function useModelLimit(id: string, signedIn: boolean) {
  return useQuery({
    queryKey: ['limits'],
    queryFn: ({ signal }) => apiFetch<LiveLimits>('/api/console/limits', { signal }),
    select: ({ models }) => models.find(({ modelId }) => modelId === id) ?? null,
    enabled: signedIn,
  });
}
