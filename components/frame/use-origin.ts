'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * The address that the reader has in front of them, for snippets that work as shown.
 * @param fromSettings what the server calls itself, until the browser knows better
 */
export function useOrigin(fromSettings: string): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => fromSettings,
  );
}
