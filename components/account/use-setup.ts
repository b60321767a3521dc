'use client';

import { useQuery } from '@tanstack/react-query';
import type { SetupView } from '@/lib/accounts/contract';
import { apiFetch } from '@/lib/client/api';

/** The sign-up rules: whether there is an owner yet, and who may sign up. */
export function useSetup() {
  return useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => apiFetch<SetupView>('/api/console/setup', { signal }),
  });
}
