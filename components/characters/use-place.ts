'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useRef } from 'react';
import { CHARACTER_ORDERS } from '@/lib/characters/contract';

/** An order of the list; empty is the service's own. */
export type Order = (typeof CHARACTER_ORDERS)[number] | '';

/** What the address says of the page, so that every view can be shared and survives a reload. */
export type Place = {
  view: 'all' | 'yours';
  search: string;
  order: Order;
  adult: boolean;
  /** The slug of the character that is looked at. */
  character: string | null;
};

type Changes = Partial<Record<'view' | 'q' | 'sort' | 'adult' | 'character', string>>;

/** Reads and writes the page's address. */
export function usePlace() {
  const pathname = usePathname();
  const params = useSearchParams();
  const pushed = useRef(false);
  const sort = params.get('sort');
  const place: Place = {
    view: params.get('view') === 'yours' ? 'yours' : 'all',
    search: params.get('q') ?? '',
    order: CHARACTER_ORDERS.find((order) => order === sort) ?? '',
    adult: params.get('adult') === 'true',
    character: params.get('character'),
  };

  const addressWith = (changes: Changes) => {
    // The window's own address is ahead of the hook's while somebody types.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const query = next.toString();
    return query ? `${pathname}?${query}` : pathname;
  };
  const change = (changes: Changes) => window.history.replaceState(null, '', addressWith(changes));
  return {
    place,
    change,
    /** Opens a character; the browser's Back closes it. */
    open: (slug: string) => {
      pushed.current = true;
      window.history.pushState(null, '', addressWith({ character: slug }));
    },
    close: () => {
      if (pushed.current) window.history.back();
      else change({ character: '' });
      pushed.current = false;
    },
  };
}
