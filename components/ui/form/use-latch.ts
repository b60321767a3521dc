'use client';

import { useEffect, useRef } from 'react';

/**
 * Lets an action start only once: a second click may arrive before the first one's state has rendered.
 * @param busy whether the action is running
 * @returns a function that returns true for the first call until the action has ended
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
