'use client';

import { useEffect } from 'react';

const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Does something at the visitor's first interaction: after the page has loaded, and before most of it is used.
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
