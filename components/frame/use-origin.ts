'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * The origin that the visitor uses, for snippets that work as shown.
 * @param fromSettings the configured origin, used until the page is hydrated
 */
export function useOrigin(fromSettings: string): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => fromSettings,
  );
}
