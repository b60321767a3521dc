'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useRef } from 'react';
import { AGES, KINDS, type ResultFilter } from '@/lib/client/search/filter-results';
import { DOCUMENT_PARAMETER } from '@/lib/client/search/own-document';
import { MAX_QUERY } from '@/lib/client/search/prices';
import { ENGINES, type Asked } from '@/lib/client/search/types';

/** What the URL says: the search, how its results are filtered, and which page or own document is read. */
export type SearchAddress = { asked: Asked; filter: ResultFilter; reading: string | null; document: string | null };

const FILTER_NAMES = ['age', 'site', 'kind'] as const;
/** What is open beside the results. */
const READER_NAMES = ['read', DOCUMENT_PARAMETER] as const;

/** Reads and writes the URL, so that every view survives a reload and Back leads to the one before. */
export function useSearchAddress() {
  const address = readSearchAddress(useSearchParams());
  const pushed = useRef(false);
  /** Opens a search without its filters. */
  const visit = useCallback(({ query, engine }: Asked) => {
    const next = new URLSearchParams();
    if (query !== '') next.set('q', query);
    if (engine !== ENGINES[0]) next.set('engine', engine);
    if (searchOf(next) !== window.location.search) window.history.pushState(null, '', `/search${searchOf(next)}`);
  }, []);
  const filterBy = useCallback((filter: ResultFilter) => {
    const next = new URLSearchParams(window.location.search);
    for (const name of FILTER_NAMES) {
      if (filter[name] === '') next.delete(name);
      else next.set(name, filter[name]);
    }
    window.history.replaceState(null, '', `/search${searchOf(next)}`);
  }, []);
  const open = useCallback((name: (typeof READER_NAMES)[number], value: string) => {
    const next = new URLSearchParams(window.location.search);
    for (const other of READER_NAMES) next.delete(other);
    next.set(name, value);
    pushed.current = true;
    window.history.pushState(null, '', `/search${searchOf(next)}`);
  }, []);
  const openReader = useCallback((url: string) => open('read', url), [open]);
  const openDocument = useCallback((id: string) => open(DOCUMENT_PARAMETER, id), [open]);
  const closeReader = useCallback(() => {
    const next = new URLSearchParams(window.location.search);
    for (const name of READER_NAMES) next.delete(name);
    if (pushed.current) window.history.back();
    else window.history.replaceState(null, '', `/search${searchOf(next)}`);
    pushed.current = false;
  }, []);
  return { ...address, visit, filterBy, openReader, openDocument, closeReader };
}

/** Interprets the URL's parameters; whatever is not valid counts as absent. */
export function readSearchAddress(params: Pick<URLSearchParams, 'get'>): SearchAddress {
  const engine = params.get('engine');
  return {
    asked: { query: (params.get('q') ?? '').trim().slice(0, MAX_QUERY), engine: oneOf(ENGINES, engine) ?? ENGINES[0] },
    filter: {
      age: oneOf(AGES, params.get('age')) ?? '',
      site: params.get('site') ?? '',
      kind: oneOf(KINDS, params.get('kind')) ?? '',
    },
    reading: params.get('read'),
    document: params.get(DOCUMENT_PARAMETER),
  };
}

function oneOf<T extends string>(values: readonly T[], value: string | null): T | undefined {
  return values.find((candidate) => candidate === value);
}

const searchOf = (params: URLSearchParams) => (params.size === 0 ? '' : `?${params.toString()}`);
