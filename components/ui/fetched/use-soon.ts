'use client';

import { useEffect } from 'react';
import { useFirstTouch } from './use-first-touch';

/** So long the page itself has the machine and the network alone. */
const SOON_MS = 1_000;

/**
 * Does something soon after the page came, or when the visitor first touches it: for what must be there also when the
 * server has gone away since.
 * @param work the same function in every render; may be done twice
 */
export function useSoon(work: () => void): void {
  useFirstTouch(work);
  useEffect(() => {
    const timer = setTimeout(work, SOON_MS);
    return () => clearTimeout(timer);
  }, [work]);
}
