'use client';

import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Escape stops the streaming answer, wherever the focus is on this page. Dialogs handle their own Escape, as do fields
 * that call `preventDefault`.
 * @param active whether there is something to stop
 */
export function useEscape(root: RefObject<HTMLElement | null>, active: boolean, stop: () => void): void {
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const here = target === document.body || (target instanceof Node && root.current?.contains(target));
    // Ignores an Escape that ends an IME composition, and one held down after closing something.
    if (event.key === 'Escape' && !event.repeat && !event.isComposing && !event.defaultPrevented && here) stop();
  });
  useEffect(() => {
    if (!active) return;
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, [active]);
}
