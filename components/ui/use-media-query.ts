'use client';

import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media query matches now. Follows changes.
 * @param onServer the value until hydration; what it renders must not be visible where it is wrong
 */
export function useMediaQuery(query: string, onServer: boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => onServer,
  );
}
