'use client';

import { useEffect, useRef } from 'react';

/**
 * Lets something begin once: two clicks in a row come before the first one's state is drawn.
 * @param busy whether it is at work
 * @returns asks for the turn; true for the first to ask, until the work has ended
 */
export function useLatch(busy: boolean): () => boolean {
  const taken = useRef(false);
  useEffect(() => {
    if (!busy) taken.current = false;
  });
  return () => {
    if (busy || taken.current) return false;
    taken.current = true;
    return true;
  };
}
