'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '@/components/ui/use-debounced';
import { apiFetch } from '@/lib/client/api';
import type { DocsHit, DocsHits } from '@/lib/openapi/contract';

/** Shorter texts match nearly every page. */
const MIN_CHARACTERS = 3;
/** More is refused. */
const MAX_CHARACTERS = 100;

/**
 * What a full-text search over the API reference finds: while the search runs, what the one before has found; nothing
 * for very short texts.
 */
export function useDocsSearch(typed: string): { hits: readonly DocsHit[]; pending: boolean } {
  const now = typed.trim().slice(0, MAX_CHARACTERS);
  const text = useDebounced(now);
  const isSearched = text.length >= MIN_CHARACTERS && now.length >= MIN_CHARACTERS;
  const found = useQuery({
    queryKey: ['docs', text],
    queryFn: ({ signal }) => apiFetch<DocsHits>(`/api/console/docs?q=${encodeURIComponent(text)}`, { signal }),
    enabled: isSearched,
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const pending = now.length >= MIN_CHARACTERS && (text !== now || found.isPending || found.isPlaceholderData);
  return { hits: isSearched ? (found.data?.data ?? []) : [], pending };
}
