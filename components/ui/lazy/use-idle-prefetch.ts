'use client';

import { useEffect } from 'react';
import { useFirstInteraction } from './use-first-interaction';

/** How long the page itself has the CPU and the network to itself. */
const DELAY_MS = 1_000;

/**
 * Prefetches shortly after the page has loaded, or at the first interaction: for code that must be available also when the
 * server cannot be reached later.
 * @param work the same function in every render; may run twice
 */
export function useIdlePrefetch(work: () => void): void {
  useFirstInteraction(work);
  useEffect(() => {
    const timer = setTimeout(work, DELAY_MS);
    return () => clearTimeout(timer);
  }, [work]);
}
