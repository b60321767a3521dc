'use client';

import { useEffect } from 'react';

const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Runs a function on the visitor's first interaction: after the page has loaded, and before most of it is used.
 * @param work must be stable
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
