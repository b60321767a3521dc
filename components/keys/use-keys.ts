'use client';

import { useQuery, type Query } from '@tanstack/react-query';
import { useState } from 'react';
import { apiFetch } from '@/lib/client/api';
import { isApiFailure } from '@/lib/client/failure';
import type { FoundKey, KeyList, KeySpendList } from '@/lib/keys/contract';

/** The place of the keys' own routes (docs/api-rules.md, "API keys"). */
export const KEYS_ADDRESS = '/api/v1/api_keys';
/** The query of the list; what is read of single keys and of their spending lies below it. */
export const KEYS = ['keys'] as const;

/** How often a list that could not be read is asked for again by itself. */
const OUTAGE_MS = 5_000;

/** Read again when the network is back, and every few seconds while the server is away. */
const RECOVERING = { refetchOnReconnect: true, refetchInterval: untilBack } as const;

/** The visitor's live keys, newest first. A failure stays shown until the list is loaded, also during a retry. */
export function useKeys() {
  const query = useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => apiFetch<KeyList>(KEYS_ADDRESS, { signal }),
    select: (list) => list.data,
    ...RECOVERING,
  });
  const [lost, setLost] = useState<Error | null>(null);
  if (query.error && query.error !== lost) setLost(query.error);
  if (query.isSuccess && lost) setLost(null);
  return { keys: query.data, failure: query.isSuccess ? null : (query.error ?? lost), refetch: query.refetch };
}

/** What each live key spent on each of the last seven days. */
export function useKeySpend() {
  return useQuery({
    queryKey: [...KEYS, 'spend'],
    queryFn: ({ signal }) => apiFetch<KeySpendList>('/api/console/keys/spend', { signal }),
    ...RECOVERING,
  });
}

/** One key that the list does not have, e.g. one that has expired. @param id null asks nothing */
export function useKey(id: string | null) {
  return useQuery({
    queryKey: [...KEYS, 'one', id],
    queryFn: ({ signal }) => fetchKey(id ?? '', signal),
    enabled: id !== null,
  });
}

/** Whether there is still a key of this id. @throws ApiFailure where the service does not say */
export async function keyStands(id: string): Promise<boolean> {
  try {
    await fetchKey(id);
    return true;
  } catch (failure) {
    if (isApiFailure(failure) && failure.status === 400) return false;
    throw failure;
  }
}

async function fetchKey(id: string, signal?: AbortSignal) {
  return (await apiFetch<FoundKey>(`${KEYS_ADDRESS}/${encodeURIComponent(id)}`, { signal })).data;
}

function untilBack({ state }: Pick<Query, 'state'>): number | false {
  const isAway = isApiFailure(state.error) && (state.error.status === 0 || state.error.status >= 500);
  return isAway ? OUTAGE_MS : false;
}
