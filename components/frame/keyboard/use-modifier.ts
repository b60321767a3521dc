'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** The word on the key that opens the palette together with K: `⌘` on Apple's machines, else `Ctrl`. */
export function useModifier(): string {
  return useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  );
}
