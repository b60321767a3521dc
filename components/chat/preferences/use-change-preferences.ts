'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changePreferences, type PreferencesChange } from '@/lib/client/chat/preferences/change-preferences';
import type { StoredPreferences } from '@/lib/preferences/contract';
import { PREFERENCES_QUERY } from './use-preferences';

/** Changes the account's chat preferences; the change is applied again if another tab was faster. */
export function useChangePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: PreferencesChange) =>
      changePreferences(await client.ensureQueryData(PREFERENCES_QUERY), change),
    onSuccess: (stored: StoredPreferences) => client.setQueryData(PREFERENCES_QUERY.queryKey, stored),
  });
}
