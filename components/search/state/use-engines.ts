'use client';

import { useQuery } from '@tanstack/react-query';
import type { SearchEngines } from '@/lib/augment/contract';
import { apiFetch } from '@/lib/client/api';

/** Which engines search here; null until that is known. */
export function useEngines(): SearchEngines | null {
  const { data } = useQuery({
    queryKey: ['search-engines'],
    queryFn: ({ signal }) => apiFetch<{ data: SearchEngines }>('/api/console/search', { signal }),
    staleTime: Infinity,
  });
  return data?.data ?? null;
}
