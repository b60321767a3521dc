'use client';

import { useQuery, type QueryClient } from '@tanstack/react-query';
import { readPreferences } from '@/lib/client/chat/preferences/read-preferences';
import type { ChatPreferences } from '@/lib/preferences/contract';

/** The query of the account's chat preferences. */
export const PREFERENCES_QUERY = {
  queryKey: ['chat-preferences'],
  queryFn: ({ signal }: { signal: AbortSignal }) => readPreferences(signal),
  staleTime: 60_000,
};

/** The account's chat preferences: instructions, defaults, saved prompts and presets. */
export function usePreferences() {
  return useQuery(PREFERENCES_QUERY);
}

/** The account's chat preferences, from the cache if they are known. Throws `ApiFailure`. */
export async function loadPreferences(client: QueryClient): Promise<ChatPreferences> {
  return (await client.ensureQueryData(PREFERENCES_QUERY)).preferences;
}
