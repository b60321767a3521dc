'use client';

import { useEffect } from 'react';

const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Does something when the visitor first touches the page: later than the page itself, and before most of it is used.
 * @param work the same function in every render
 */
export function useFirstInteraction(work: () => void): void {
  useEffect(() => {
    const stop = () => INTERACTIONS.forEach((name) => window.removeEventListener(name, begin));
    const begin = () => {
      stop();
      work();
    };
    INTERACTIONS.forEach((name) => window.addEventListener(name, begin, { passive: true }));
    return stop;
  }, [work]);
}
