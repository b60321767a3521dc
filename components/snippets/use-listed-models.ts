'use client';

import { useQuery } from '@tanstack/react-query';
import { listModels } from '@/lib/client/models';

/** The text models on offer, the default one first; the same query as the chat's. @param wanted off where nobody needs them */
export function useListedModels(wanted = true) {
  return useQuery({
    queryKey: ['models', 'text'],
    queryFn: ({ signal }) => listModels(signal),
    staleTime: 60_000,
    enabled: wanted,
  });
}
