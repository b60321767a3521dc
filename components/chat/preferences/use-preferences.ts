'use client';

import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { changePreferences, readPreferences, type PreferencesChange } from '@/lib/client/chat/preferences/preferences';
import type { ChatPreferences, StoredPreferences } from '@/lib/preferences/contract';

const QUERY = {
  queryKey: ['chat-preferences'],
  queryFn: ({ signal }: { signal: AbortSignal }) => readPreferences(signal),
  staleTime: 60_000,
};

/** The account's chat preferences: instructions, defaults, saved prompts and presets. */
export function usePreferences() {
  return useQuery(QUERY);
}

/** Changes the account's chat preferences; the change is applied again if another tab was faster. */
export function useChangePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: PreferencesChange) => changePreferences(await client.ensureQueryData(QUERY), change),
    onSuccess: (stored: StoredPreferences) => client.setQueryData(QUERY.queryKey, stored),
  });
}

/** The account's chat preferences, from the cache if they are known. Throws `ApiFailure`. */
export async function loadPreferences(client: QueryClient): Promise<ChatPreferences> {
  return (await client.ensureQueryData(QUERY)).preferences;
}
