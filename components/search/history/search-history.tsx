'use client';

import { Clock, X } from 'lucide-react';
import Link from 'next/link';
import type { MouseEvent } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { showToast } from '@/components/ui/toast/toast';
import { MAX_SEARCHES } from '@/lib/client/search/history';
import { keyOf, removeSearches, type SearchStore } from '@/lib/client/search/store';
import { ENGINES, type Asked, type PastSearch } from '@/lib/client/search/types';

/** The searches of this browser: opens one, removes one or all, with undo. */
export function SearchHistory({
  store,
  searches,
  onOpen,
}: {
  store: SearchStore;
  searches: readonly PastSearch[];
  onOpen: (asked: Asked) => void;
}) {
  if (searches.length === 0) return null;
  const remove = (removed: readonly PastSearch[]) => {
    const undo = removeSearches(store, removed);
    const sentence = removed.length === 1 ? 'Search removed' : `${removed.length} searches removed`;
    showToast('message', sentence, { action: { label: 'Undo', onClick: undo } });
  };
  const open = (event: MouseEvent, search: PastSearch) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(search);
  };
  return (
    <section aria-labelledby="search-history" className="min-w-0">
      <div className="flex items-center justify-between gap-3">
        <h2 id="search-history" className="text-base font-semibold">
          History
        </h2>
        <Button kind="plain" size="small" className="-mr-3" onClick={() => remove(searches)}>
          Clear all
        </Button>
      </div>
      <p className="text-sm text-muted">In this browser only, at most {MAX_SEARCHES}.</p>
      <ul className="mt-2">
        {searches.map((search) => (
          <li key={keyOf(search)} className="group flex min-h-row items-center gap-2 border-t border-line">
            <Clock aria-hidden className="text-muted" />
            <Link
              href={linkOf(search)}
              prefetch={false}
              onClick={(event) => open(event, search)}
              className="min-w-0 flex-1 truncate py-2.5 underline-offset-4 hover:underline"
              title={search.query}
            >
              {search.query}
            </Link>
            <RelativeTime
              at={new Date(search.at).toISOString()}
              className="text-sm text-muted max-sm:hidden xl:hidden"
            />
            <IconButton size="small" label={`Remove “${search.query}”`} icon={<X />} onClick={() => remove([search])} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function linkOf({ query, engine }: Asked): string {
  const params = new URLSearchParams({ q: query });
  if (engine !== ENGINES[0]) params.set('engine', engine);
  return `/search?${params.toString()}`;
}
