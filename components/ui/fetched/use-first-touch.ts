'use client';

import { useEffect } from 'react';

const TOUCHES = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Does something when the visitor first touches the page: later than the page itself, and before most of it is used.
 * @param work the same function in every render
 */
export function useFirstTouch(work: () => void): void {
  useEffect(() => {
    const stop = () => TOUCHES.forEach((name) => window.removeEventListener(name, begin));
    const begin = () => {
      stop();
      work();
    };
    TOUCHES.forEach((name) => window.addEventListener(name, begin, { passive: true }));
    return stop;
  }, [work]);
}
