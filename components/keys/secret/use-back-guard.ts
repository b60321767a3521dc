'use client';

import { useEffect, useRef } from 'react';

const MARK = 'fareboxHeld';

/**
 * Intercepts the browser's Back while something is shown that cannot be shown again: an extra history entry is added,
 * so that Back removes that entry instead of leaving the page.
 * @param onBack called on every Back; returns true if the content may be closed
 */
export function useBackGuard(onBack: () => boolean): void {
  const asked = useRef(onBack);
  useEffect(() => {
    asked.current = onBack;
  });
  useEffect(() => {
    const hold = () => history.pushState({ [MARK]: true }, '', window.location.href);
    const goneBack = () => {
      if (!asked.current()) hold();
    };
    hold();
    window.addEventListener('popstate', goneBack);
    return () => {
      window.removeEventListener('popstate', goneBack);
      // When closed by its button, its history entry must go too, or the next Back would do nothing.
      if (isHeld(history.state)) history.back();
    };
  }, []);
}

function isHeld(state: unknown): boolean {
  return typeof state === 'object' && state !== null && MARK in state;
}
