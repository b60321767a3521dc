'use client';

import type { SearchEngines } from '@/lib/augment/contract';
import { isFreeToRead, isFromHere } from '@/lib/client/search/engines';
import { runRead, type SearchState, type SearchStore } from '@/lib/client/search/store';
import type { SearchAnswer } from '@/lib/client/search/types';
import type { ReadPrice } from '../results/labels';

/**
 * Reads pages from where it costs least: the local index, if it has them, else their own servers.
 * @param answer the results that are shown; an address that only the URL names may be of any page
 */
export function useReading(
  store: SearchStore | null,
  { pages }: SearchState,
  answer: SearchAnswer | null,
  engines: SearchEngines | null,
) {
  // Without a store, the page is not hydrated, and shows no results.
  const origin = store ? window.location.origin : '';
  const isFree = (url: string) => {
    const isFound = answer?.results.some((result) => result.url === url) ?? false;
    return isFreeToRead(url, isFound && answer ? (engines?.[answer.engine] ?? null) : null, origin);
  };
  const priceOf = ({ url }: { url: string }): ReadPrice => (pages.has(url) ? 'known' : isFree(url) ? 'free' : 'paid');
  const read = (url: string) => {
    if (store && !pages.has(url)) void runRead(store, url, isFree(url) ? 'index' : 'web');
  };
  /** Null for pages of this service, which it reads only from its index. */
  const readWeb = (url: string) => (store && !isFromHere(url, origin) ? () => void runRead(store, url, 'web') : null);
  return { isFree, priceOf, read, readWeb };
}
