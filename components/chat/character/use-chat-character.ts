'use client';

import { useQuery } from '@tanstack/react-query';
import type { Character, FoundCharacter } from '@/lib/characters/contract';
import { apiFetch } from '@/lib/client/api';
import { isApiFailure } from '@/lib/client/failure';

/** The character of a chat: what is known of it, and whether it no longer exists. */
export type ChatCharacter = { character: Character | null; isGone: boolean };

/** Reads the character of a chat, once for everything that shows it. @param slug null for a chat without one */
export function useChatCharacter(slug: string | null): ChatCharacter {
  const { data, error } = useQuery({
    queryKey: ['character', slug],
    queryFn: ({ signal }) =>
      apiFetch<FoundCharacter>(`/api/v1/characters/${encodeURIComponent(slug ?? '')}`, { signal }),
    enabled: slug !== null,
    staleTime: 60_000,
    retry: (count, failure) => count < 2 && !isMissing(failure),
  });
  return { character: data?.data ?? null, isGone: isMissing(error) };
}

const isMissing = (failure: unknown) => isApiFailure(failure) && failure.status === 404;
