'use client';

import { useEffect } from 'react';
import { useFirstInteraction } from './use-first-interaction';

/** So long the page itself has the machine and the network alone. */
const DELAY_MS = 1_000;

/**
 * Does something soon after the page came, or when the visitor first touches it: for what must be there also when the
 * server has gone away since.
 * @param work the same function in every render; may be done twice
 */
export function useIdlePrefetch(work: () => void): void {
  useFirstInteraction(work);
  useEffect(() => {
    const timer = setTimeout(work, DELAY_MS);
    return () => clearTimeout(timer);
  }, [work]);
}
