'use client';

import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Escape stops what is being written, from wherever the focus is on this page; what floats above keeps its own Escape, as
 * does a field that uses it up (`preventDefault`).
 * @param active whether there is something to stop
 */
export function useEscape(root: RefObject<HTMLElement | null>, active: boolean, stop: () => void): void {
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const here = target === document.body || (target instanceof Node && root.current?.contains(target));
    // Escape that ends the composing of a character stops nothing, nor one held down that closed something.
    if (event.key === 'Escape' && !event.repeat && !event.isComposing && !event.defaultPrevented && here) stop();
  });
  useEffect(() => {
    if (!active) return;
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, [active]);
}
