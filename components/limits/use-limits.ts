'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BALANCE_KEY } from '@/components/frame/balance-chip';
import { apiFetch } from '@/lib/client/api';
import { unlessSignedOut } from '@/lib/client/failure';
import { SECOND_MS } from '@/lib/core/time';
import type { RateLimitLog } from '@/lib/keys/contract';
import type { LiveLimits } from '@/lib/limits/contract';

/** How often the page refreshes while visible; hidden pages do not. */
const LIVE_MS = 2 * SECOND_MS;
const LOG_MS = 5 * SECOND_MS;
/** The smallest clock change that is believed: anything less is network jitter. */
const SKEW_MS = SECOND_MS / 2;

/** The account's current limits, polled, and how far the server's clock is ahead of this one. */
export function useLimits() {
  const query = useQuery({
    queryKey: ['limits'],
    queryFn: ({ signal }) => apiFetch<LiveLimits>('/api/console/limits', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => unlessSignedOut(LIVE_MS, state.error),
  });
  const client = useQueryClient();
  const balances = query.data && `${query.data.balances.usd} ${query.data.balances.diem?.left}`;
  // The balance in the header must not contradict this page.
  useEffect(() => {
    if (balances !== undefined) void client.invalidateQueries({ queryKey: BALANCE_KEY });
  }, [client, balances]);
  const seenMs = query.data ? Date.parse(query.data.now) - query.dataUpdatedAt : 0;
  const [skewMs, setSkewMs] = useState(seenMs);
  if (Math.abs(seenMs - skewMs) > SKEW_MS) setSkewMs(seenMs);
  return { ...query, skewMs };
}

/** The last refused requests. @param paused while the guard would refuse this request itself */
export function useRefusals(paused: boolean) {
  return useQuery({
    queryKey: ['limits', 'refusals'],
    queryFn: ({ signal }) => apiFetch<RateLimitLog>('/api/v1/api_keys/rate_limits/log', { signal }),
    select: (log) => log.data,
    staleTime: 0,
    enabled: !paused,
    refetchInterval: ({ state }) => unlessSignedOut(LOG_MS, state.error),
  });
}
