'use client';

import { useEffect, useRef } from 'react';

const MARK = 'fareboxHeld';

/**
 * Holds the browser's Back up while something is shown that comes once: an entry of the history stands before the page,
 * so that Back leaves that entry instead of the page.
 * @param onBack asked on every Back; true lets the page close what it shows
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
      // Closed by its button: its entry goes as well, or the next Back would do nothing.
      if (isHeld(history.state)) history.back();
    };
  }, []);
}

function isHeld(state: unknown): boolean {
  return typeof state === 'object' && state !== null && MARK in state;
}
