'use client';

import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiFetch } from '@/lib/client/api';
import { isApiFailure } from '@/lib/client/failure';
import type { CreatedKey, CreateKey, Key, KeyList, UpdatedKey } from '@/lib/keys/contract';
import { changedKey, type KeyChange } from './changed-key';
import { KEYS, KEYS_ADDRESS } from './use-keys';

/** A new key as the form sends it (docs/api-rules.md, "Create a key"). */
export type NewKey = z.input<typeof CreateKey>;

/** Makes a key; the answer is the only place that ever holds its secret. */
export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (key: NewKey) => (await apiFetch<CreatedKey>(KEYS_ADDRESS, { method: 'POST', body: key })).data,
    // Also after a failure: the answer alone may have been lost.
    onSettled: () => void client.invalidateQueries({ queryKey: KEYS }),
    // The secret leaves the memory with the dialog.
    gcTime: 0,
  });
}

/** Changes a key: in the list at once, and back where the server refuses. */
export function useUpdateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: KeyChange) => apiFetch<UpdatedKey>(KEYS_ADDRESS, { method: 'PATCH', body: change }),
    onMutate: (change) =>
      foresee(client, (keys) => keys.map((key) => (key.id === change.id ? changedKey(key, change) : key))),
    onError: (_failure, _change, before) => client.setQueryData(KEYS, before),
    onSettled: () => void client.invalidateQueries({ queryKey: KEYS }),
  });
}

/** Ends a key, at once and for good: out of the list at once, and back where the server refuses. */
export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => revoke(id),
    onMutate: (id) => foresee(client, (keys) => keys.filter((key) => key.id !== id)),
    onError: (_failure, _id, before) => client.setQueryData(KEYS, before),
    onSettled: () => void client.invalidateQueries({ queryKey: KEYS }),
  });
}

/** A key of our own list that is unknown by now was revoked elsewhere: what was wanted is so. */
async function revoke(id: string): Promise<void> {
  try {
    await apiFetch(`${KEYS_ADDRESS}?id=${encodeURIComponent(id)}`, { method: 'DELETE' });
  } catch (failure) {
    if (!isApiFailure(failure) || failure.status !== 400) throw failure;
  }
}

/** Shows the list as it will be. @returns the list as it was */
async function foresee(client: QueryClient, change: (keys: Key[]) => Key[]): Promise<KeyList | undefined> {
  // An answer that is on its way would put the old list back.
  await client.cancelQueries({ queryKey: KEYS });
  const before = client.getQueryData<KeyList>(KEYS);
  client.setQueryData<KeyList>(KEYS, (list) => list && { ...list, data: change(list.data) });
  return before;
}
