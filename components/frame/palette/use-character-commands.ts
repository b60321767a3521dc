'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { VenetianMask } from 'lucide-react';
import { CHARACTER_IN_ADDRESS } from '@/components/chat/state/chat-address';
import { useDebounced } from '@/components/ui/use-debounced';
import type { CharacterList } from '@/lib/characters/contract';
import { apiFetch } from '@/lib/client/api';
import { useGo } from '../navigation/use-go';
import type { FoundCommands } from './use-commands';

/** Shorter texts match nearly every character. */
const MIN_CHARACTERS = 2;
/** More is refused. */
const MAX_CHARACTERS = 200;
const MAX_SHOWN = 4;

/** The published characters that match, as commands that start a chat with them. */
export function useCharacterCommands(typed: string): FoundCommands {
  const go = useGo();
  const text = useDebounced(typed.trim()).slice(0, MAX_CHARACTERS);
  const isSearched = text.length >= MIN_CHARACTERS;
  const query = new URLSearchParams({ search: text, limit: String(MAX_SHOWN) });
  const found = useQuery({
    queryKey: ['characters', 'found', text],
    queryFn: ({ signal }) => apiFetch<CharacterList>(`/api/v1/characters?${query.toString()}`, { signal }),
    enabled: isSearched,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (!isSearched) return { commands: [], pending: false };
  const commands = (found.data?.data ?? []).map(({ slug, name, description }) => ({
    ...{ id: `character ${slug}`, group: 'Characters' as const, label: `Chat with ${name}`, keywords: '' },
    ...(description ? { note: description } : {}),
    icon: VenetianMask,
    run: () => go(`/chat?${new URLSearchParams({ [CHARACTER_IN_ADDRESS]: slug }).toString()}`),
  }));
  return { commands, pending: found.isPending || found.isPlaceholderData };
}
