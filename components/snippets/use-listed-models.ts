'use client';

import { useQuery } from '@tanstack/react-query';
import { listModels } from '@/lib/client/models';

/** The text models on offer, the default one first; the same query as the chat's. */
export function useListedModels() {
  return useQuery({
    queryKey: ['models', 'text'],
    queryFn: ({ signal }) => listModels(signal),
    staleTime: 60_000,
  });
}
