'use client';

import { useEffect } from 'react';

const FIRST_TOUCH = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Fetches what floats when the visitor first touches the page: later than the page itself, and before it is needed, so
 * that menus and notices are there also when the server has gone away.
 */
export function useFetchedOverlays(): void {
  useEffect(() => {
    const stop = () => FIRST_TOUCH.forEach((name) => window.removeEventListener(name, fetchAll));
    const fetchAll = () => {
      stop();
      const parts = [
        import('./open-menu'),
        import('./open-popover'),
        import('../tip/tip-popup'),
        import('../toast/toaster'),
      ];
      // What does not come now is asked for again when it is used.
      void Promise.allSettled(parts);
    };
    FIRST_TOUCH.forEach((name) => window.addEventListener(name, fetchAll, { passive: true }));
    return stop;
  }, []);
}
