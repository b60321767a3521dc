'use client';

import { useEffect, useEffectEvent } from 'react';

/**
 * Stands for the palette until its code is there: what is typed meanwhile is meant for it, and not for the field that still
 * has the focus, which might send it.
 * @param onType changes what is typed so far
 */
export function HeldKeys({
  onType,
  onEscape,
}: {
  onType: (change: (typed: string) => string) => void;
  onEscape: () => void;
}) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') onEscape();
    else if (key === 'Backspace') onType((typed) => typed.slice(0, -1));
    else if (key.length === 1) onType((typed) => typed + key);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  return null;
}
