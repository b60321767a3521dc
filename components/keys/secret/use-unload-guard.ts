'use client';

import { useEffect } from 'react';

/** Makes the browser ask before the page is left, while something would be lost. */
export function useUnloadGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
}
