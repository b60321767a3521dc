'use client';

import { useQuery, type Query } from '@tanstack/react-query';
import { useState } from 'react';
import { apiFetch } from '@/lib/client/api';
import { isApiFailure } from '@/lib/client/failure';
import type { FoundKey, KeyList, KeySpendList } from '@/lib/keys/contract';

/** The path of the key endpoints (docs/api-rules.md, "API keys"). */
export const KEYS_ADDRESS = '/api/v1/api_keys';
/** The query key of the list, and the prefix of those for single keys and their spending. */
export const KEYS = ['keys'] as const;

/** How often a list that failed to load is requested again. */
const OUTAGE_MS = 5_000;

/** Refetched when the network is back, and every few seconds while the server is unreachable. */
const RECOVERING = { refetchOnReconnect: true, refetchInterval: untilBack } as const;

/** The visitor's active keys, newest first. A failure stays visible until the list is loaded, also during a retry. */
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

/** What each active key spent on each of the last seven days. */
export function useKeySpend() {
  return useQuery({
    queryKey: [...KEYS, 'spend'],
    queryFn: ({ signal }) => apiFetch<KeySpendList>('/api/console/keys/spend', { signal }),
    ...RECOVERING,
  });
}

/** A key that is not in the list, e.g. an expired one. @param id null to load nothing */
export function useKey(id: string | null) {
  return useQuery({
    queryKey: [...KEYS, 'one', id],
    queryFn: ({ signal }) => fetchKey(id ?? '', signal),
    enabled: id !== null,
  });
}

/** Whether a key with this ID still exists. @throws ApiFailure if the server does not answer that */
export async function keyExists(id: string): Promise<boolean> {
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
