'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiFetch } from '@/lib/client/api';
import { isApiFailure } from '@/lib/client/failure';
import { SECOND_MS } from '@/lib/core/time';
import type { RateLimitLog } from '@/lib/keys/contract';
import type { LiveLimits } from '@/lib/limits/contract';

/** How often the page looks while it is seen; nobody looks for a hidden one. */
const LIVE_MS = 2 * SECOND_MS;
const LOG_MS = 5 * SECOND_MS;
/** By how much the server's clock may seem to move before it is believed: the rest is the network's. */
const SKEW_MS = SECOND_MS / 2;

/** What the account may still do now, read again and again, and by how much the server's clock is ahead of this one. */
export function useLimits() {
  const query = useQuery({
    queryKey: ['limits'],
    queryFn: ({ signal }) => apiFetch<LiveLimits>('/api/console/limits', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => every(LIVE_MS, state.error),
  });
  const seenMs = query.data ? Date.parse(query.data.now) - query.dataUpdatedAt : 0;
  const [skewMs, setSkewMs] = useState(seenMs);
  if (Math.abs(seenMs - skewMs) > SKEW_MS) setSkewMs(seenMs);
  return { ...query, skewMs };
}

/** The last refused requests. @param paused while the guard would refuse the question itself */
export function useRefusals(paused: boolean) {
  return useQuery({
    queryKey: ['limits', 'refusals'],
    queryFn: ({ signal }) => apiFetch<RateLimitLog>('/api/v1/api_keys/rate_limits/log', { signal }),
    select: (log) => log.data,
    staleTime: 0,
    enabled: !paused,
    refetchInterval: ({ state }) => every(LOG_MS, state.error),
  });
}

/** Whoever is signed out asks no more. */
function every(ms: number, failure: unknown): number | false {
  return isApiFailure(failure) && failure.code === 'SIGNED_OUT' ? false : ms;
}
