'use client';

import { useQuery } from '@tanstack/react-query';
import { listStudioModels } from '@/lib/client/images/studio-models';

/** How often to check again while no image model is served. */
const POLL_MS = 10_000;

/** The served models that draw, edit, and enlarge images. Polled while none draws. */
export function useStudioModels() {
  return useQuery({
    queryKey: ['models', 'studio'],
    queryFn: ({ signal }) => listStudioModels(signal),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.draw.length === 0 ? POLL_MS : false),
  });
}
