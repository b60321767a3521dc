'use client';

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  CharacterList,
  EditedCharacter,
  FoundCharacter,
  OwnCharacter,
  RateCharacter,
  Review,
  ReviewList,
  UpdateCharacter,
} from '@/lib/characters/contract';
import { apiFetch } from '@/lib/client/api';
import type { CharactersLocation } from './use-characters-location';

const PUBLIC = '/api/v1/characters';
const OWN = '/api/console/characters';
/** The query key of everything about characters: a change may affect any list. */
const CHARACTERS = ['characters'] as const;

/** Page sizes of characters and of reviews. */
const PAGE_CHARACTERS = 24;
const PAGE_REVIEWS = 10;

const pathOf = (id: string) => `${OWN}/${encodeURIComponent(id)}`;

/** The published characters that match, one page at a time. */
export function useCharacters({ search, order, adult }: Pick<CharactersLocation, 'search' | 'order' | 'adult'>) {
  return useInfiniteQuery({
    queryKey: [...CHARACTERS, 'list', search, order, adult],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(PAGE_CHARACTERS), offset: String(pageParam) });
      if (search) query.set('search', search);
      if (order) query.set('sortBy', order);
      if (adult) query.set('isAdult', 'true');
      return (await apiFetch<CharacterList>(`${PUBLIC}?${query.toString()}`, { signal })).data;
    },
    getNextPageParam: (last, all) => (last.length < PAGE_CHARACTERS ? undefined : all.length * PAGE_CHARACTERS),
    placeholderData: keepPreviousData,
  });
}

/** One character by its slug. */
export function useCharacter(slug: string) {
  return useQuery({
    queryKey: [...CHARACTERS, 'one', slug],
    queryFn: async ({ signal }) =>
      (await apiFetch<FoundCharacter>(`${PUBLIC}/${encodeURIComponent(slug)}`, { signal })).data,
  });
}

/** The reviews of a character, newest first. */
export function useReviews(id: string) {
  return useInfiniteQuery({
    queryKey: [...CHARACTERS, 'reviews', id],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      apiFetch<ReviewList>(`${PUBLIC}/${id}/reviews?page=${pageParam}&pageSize=${PAGE_REVIEWS}`, { signal }),
    getNextPageParam: ({ pagination: { page, totalPages } }) => (page < totalPages ? page + 1 : undefined),
  });
}

/** The visitor's own characters, newest first. */
export function useOwnCharacters() {
  return useQuery({
    queryKey: [...CHARACTERS, 'own'],
    queryFn: async ({ signal }) => (await apiFetch<{ data: OwnCharacter[] }>(OWN, { signal })).data,
  });
}

/** One of the visitor's characters with its prompt, for editing; never cached. */
export function useOwnCharacter(id: string) {
  return useQuery({
    queryKey: [...CHARACTERS, 'edited', id],
    queryFn: async ({ signal }) => (await apiFetch<{ data: EditedCharacter }>(pathOf(id), { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
}

/** The fields of the character form. */
export type WrittenCharacter = Pick<EditedCharacter, 'name' | 'prompt' | 'tags' | 'adult' | 'replacesServicePrompt'> & {
  description: string;
  modelId: string | null;
};

/** Creates or changes a character. @param id null for a new one */
export function useSaveCharacter(id: string | null) {
  return useChange((written: WrittenCharacter) => {
    const request = { method: id === null ? ('POST' as const) : ('PATCH' as const), body: written };
    return apiFetch<{ data: EditedCharacter }>(id === null ? OWN : pathOf(id), request);
  });
}

/** Publishes or unpublishes a character. */
export function usePublishCharacter() {
  return useChange(({ id, published }: { id: string } & Required<Pick<UpdateCharacter, 'published'>>) =>
    apiFetch<{ data: EditedCharacter }>(pathOf(id), { method: 'PATCH', body: { published } }),
  );
}

/** Deletes a character with its reviews. */
export function useDeleteCharacter() {
  return useChange((id: string) => apiFetch(pathOf(id), { method: 'DELETE' }));
}

/** The visitor's own review of a character; null if there is none. */
export function useOwnReview(id: string) {
  return useQuery({
    queryKey: [...CHARACTERS, 'own-review', id],
    queryFn: async ({ signal }) => (await apiFetch<{ data: Review | null }>(`${pathOf(id)}/review`, { signal })).data,
  });
}

/** Saves the visitor's review, or removes it if null. */
export function useRateCharacter(id: string) {
  return useChange((review: RateCharacter | null) =>
    apiFetch(`${pathOf(id)}/review`, review ? { method: 'PUT', body: review } : { method: 'DELETE' }),
  );
}

function useChange<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: CHARACTERS }) });
}
