'use client';

import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiFetch } from '@/lib/client/api';
import { isApiFailure } from '@/lib/client/failure';
import type { CreatedKey, CreateKey, Key, KeyList, UpdatedKey } from '@/lib/keys/contract';
import { changedKey, type KeyChange } from './changed-key';
import { KEYS, KEYS_ADDRESS } from './use-keys';

/** A new key as sent by the form (docs/api-rules.md, "Create a key"). */
export type NewKey = z.input<typeof CreateKey>;

/** Creates a key; its secret only ever exists in the response. */
export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (key: NewKey) => (await apiFetch<CreatedKey>(KEYS_ADDRESS, { method: 'POST', body: key })).data,
    // Also after a failure: only the response may have been lost.
    onSettled: () => void client.invalidateQueries({ queryKey: KEYS }),
    // Drops the secret from memory with the dialog.
    gcTime: 0,
  });
}

/** Changes a key; the list shows it immediately and rolls back if the server refuses. */
export function useUpdateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: KeyChange) => apiFetch<UpdatedKey>(KEYS_ADDRESS, { method: 'PATCH', body: change }),
    onMutate: (change) =>
      applyOptimistically(client, (keys) => keys.map((key) => (key.id === change.id ? changedKey(key, change) : key))),
    onError: (_failure, _change, before) => client.setQueryData(KEYS, before),
    onSettled: () => void client.invalidateQueries({ queryKey: KEYS }),
  });
}

/** Revokes a key permanently; the list shows it immediately and rolls back if the server refuses. */
export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => revoke(id),
    onMutate: (id) => applyOptimistically(client, (keys) => keys.filter((key) => key.id !== id)),
    onError: (_failure, _id, before) => client.setQueryData(KEYS, before),
    onSettled: () => void client.invalidateQueries({ queryKey: KEYS }),
  });
}

/** If one of our own keys is already unknown, it was revoked elsewhere, so the goal is reached. */
async function revoke(id: string): Promise<void> {
  try {
    await apiFetch(`${KEYS_ADDRESS}?id=${encodeURIComponent(id)}`, { method: 'DELETE' });
  } catch (failure) {
    if (!isApiFailure(failure) || failure.status !== 400) throw failure;
  }
}

/** Applies a change to the cached list. @returns the previous list */
async function applyOptimistically(client: QueryClient, change: (keys: Key[]) => Key[]): Promise<KeyList | undefined> {
  // A response in flight would restore the old list.
  await client.cancelQueries({ queryKey: KEYS });
  const before = client.getQueryData<KeyList>(KEYS);
  client.setQueryData<KeyList>(KEYS, (list) => list && { ...list, data: change(list.data) });
  return before;
}
