'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** The label of the key that opens the palette together with K: `⌘` on Apple devices, otherwise `Ctrl`. */
export function useModifier(): string {
  return useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  );
}
