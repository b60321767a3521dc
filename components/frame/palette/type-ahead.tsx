'use client';

import { useEffect, useEffectEvent } from 'react';

/**
 * While the palette is opening and does not have the focus yet, captures the keys meant for it, which would otherwise
 * go to the field underneath and might send it. A click elsewhere cancels this.
 * @param onType changes the text typed so far
 */
export function TypeAhead({
  onType,
  onLeave,
}: {
  onType: (change: (typed: string) => string) => void;
  onLeave: () => void;
}) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (findPalette()?.contains(document.activeElement) || event.isComposing) return;
    // With Ctrl or ⌘, Enter would also send a message. Option types characters on a Mac, including dead keys.
    const isOption = event.altKey && (key.length === 1 || key === 'Dead');
    const isCommand = event.ctrlKey || event.metaKey || (event.altKey && !isOption) || FUNCTION_KEY.test(key);
    if (isCommand && key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') onLeave();
    else if (key === 'Backspace') onType((typed) => typed.slice(0, -1));
    else if (key.length === 1) onType((typed) => typed + key);
  });
  const onPointerDown = useEffectEvent(() => {
    if (!findPalette()) onLeave();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, { capture: true });
    window.addEventListener('pointerdown', onPointerDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      window.removeEventListener('pointerdown', onPointerDown);
    };
  }, []);
  return null;
}

const FUNCTION_KEY = /^F\d+$/;
const findPalette = () => document.getElementById(PALETTE);

/** The element ID of the palette's panel. */
export const PALETTE = 'palette';
