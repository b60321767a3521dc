'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useRef } from 'react';

/**
 * Reads and writes the query parameters of the page's URL, so that every view can be shared and survives a reload.
 * @param opened the parameter that names the open item
 */
export function useAddress<Name extends string>(opened: Name) {
  const pathname = usePathname();
  const params = useSearchParams();
  const pushed = useRef(false);

  const addressWith = (changes: Partial<Record<Name, string>>) => {
    // While somebody types, the window's URL is ahead of the hook's.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const query = next.toString();
    return query ? `${pathname}?${query}` : pathname;
  };
  const change = (changes: Partial<Record<Name, string>>) =>
    window.history.replaceState(null, '', addressWith(changes));
  const look = (value: string) => ({ [opened]: value }) as Record<Name, string>;
  return {
    params,
    change,
    /** Opens an item; the browser's Back closes it. */
    open: (id: string) => {
      pushed.current = true;
      window.history.pushState(null, '', addressWith(look(id)));
    },
    close: () => {
      if (pushed.current) window.history.back();
      else change(look(''));
      pushed.current = false;
    },
  };
}
