'use client';

import { useEffect } from 'react';
import { useFirstInteraction } from './use-first-interaction';

/** How long the page itself has the CPU and the network to itself. */
const DELAY_MS = 1_000;

/**
 * Prefetches code shortly after the page has loaded, or on the first interaction, so that it is available even if the
 * server cannot be reached later.
 * @param work must be stable; may run twice
 */
export function useIdlePrefetch(work: () => void): void {
  useFirstInteraction(work);
  useEffect(() => {
    const timer = setTimeout(work, DELAY_MS);
    return () => clearTimeout(timer);
  }, [work]);
}
