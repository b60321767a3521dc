'use client';

import { useQuery } from '@tanstack/react-query';
import { listModels } from '@/lib/client/models';

/** The served text models, the default one first; shares the chat's query. */
export function useListedModels() {
  return useQuery({
    queryKey: ['models', 'text'],
    queryFn: ({ signal }) => listModels(signal),
    staleTime: 60_000,
  });
}
