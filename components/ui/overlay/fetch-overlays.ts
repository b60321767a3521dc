'use client';

import { useFirstTouch } from '../use-first-touch';

/** Fetches what floats when the visitor first touches the page, so that menus and notices are there also when the server has gone away. */
export function useFetchedOverlays(): void {
  useFirstTouch(fetchAll);
}

function fetchAll(): void {
  const parts = [
    import('./open-menu'),
    import('./open-popover'),
    import('../tip/tip-popup'),
    import('../toast/toaster'),
  ];
  // What does not come now is asked for again when it is used.
  void Promise.allSettled(parts);
}
