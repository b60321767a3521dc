'use client';

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { apiFetch } from '@/lib/client/api';
import { unlessSignedOut } from '@/lib/client/failure';
import type { Receipt, UsageRequestPage, UsageSums } from '@/lib/billing/contract';
import { MINUTE_MS } from '@/lib/core/time';
import { USAGE_KEY } from './usage-key';
import type { Days, Filters } from './use-filters';

const ADDRESS = '/api/console/usage';
const REFRESHED_MS = MINUTE_MS / 2;

/**
 * The usage in a range of days, refreshed every half minute while the page is visible.
 * @param enabled whether to load it
 */
export function useSums({ start, end }: Days, enabled = true) {
  return useQuery({
    queryKey: [...USAGE_KEY, 'sums', start, end],
    queryFn: ({ signal }) => apiFetch<UsageSums>(`${ADDRESS}?start=${start}&end=${end}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => unlessSignedOut(REFRESHED_MS, state.error),
    enabled,
  });
}

/** Which requests the table shows. */
export type RequestSearch = Days & Pick<Filters, 'model' | 'key' | 'status'>;

/** The path of the requests; with `Accept: text/csv`, it returns all of them as a file. */
export function requestsPath({ start, end, model, key, status }: RequestSearch, cursor?: string): string {
  const query = new URLSearchParams({ start, end });
  for (const [name, value] of Object.entries({ model, key, status, cursor })) if (value) query.set(name, value);
  return `${ADDRESS}/requests?${query.toString()}`;
}

/**
 * The requests, newest first, one page at a time. Once more pages are loaded, they are refreshed after spending and
 * when the visitor returns, not periodically.
 */
export function useRequests(search: RequestSearch) {
  return useInfiniteQuery({
    queryKey: [...USAGE_KEY, 'requests', search],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => apiFetch<UsageRequestPage>(requestsPath(search, pageParam), { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data && state.data.pages.length > 1 ? false : unlessSignedOut(REFRESHED_MS, state.error),
  });
}

/** The receipt of one paid request; it never changes. */
export function useReceipt(requestId: string) {
  return useQuery({
    queryKey: [...USAGE_KEY, 'receipt', requestId],
    queryFn: ({ signal }) => apiFetch<Receipt>(`/api/console/requests/${encodeURIComponent(requestId)}`, { signal }),
    staleTime: Infinity,
  });
}
