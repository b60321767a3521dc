'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreatedKey, Key, KeyList } from '@/lib/keys/contract';
import { apiFetch } from '@/lib/client/api';

const ADDRESS = '/api/v1/api_keys';
const KEYS = ['keys'] as const;

/** A new key as the form sends it (contract 15.3). */
export type NewKey = Pick<Key, 'apiKeyType' | 'description' | 'limitPeriod'> & {
  consumptionLimit: { usd: number | null; diem: number | null };
  expiresAt: string;
};

/** The visitor's live keys, newest first. */
export function useKeys() {
  return useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => apiFetch<KeyList>(ADDRESS, { signal }),
    select: (list) => list.data,
  });
}

/** Makes a key; the answer is the only place that ever holds its secret. */
export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (key: NewKey) => (await apiFetch<CreatedKey>(ADDRESS, { method: 'POST', body: key })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: KEYS }),
    // The secret leaves the memory with the dialog.
    gcTime: 0,
  });
}

/** Ends a key, at once and for good. */
export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => apiFetch(`${ADDRESS}?id=${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEYS }),
  });
}
