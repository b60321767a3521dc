'use client';

import { useEffect, useEffectEvent } from 'react';

/**
 * While the palette is wanted and does not have the focus yet, what is typed is meant for it, and not for the field below,
 * which might send it. Whoever points elsewhere has changed their mind.
 * @param onType changes what is typed so far
 */
export function HeldKeys({
  onType,
  onLeave,
}: {
  onType: (change: (typed: string) => string) => void;
  onLeave: () => void;
}) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (findPalette()?.contains(document.activeElement) || event.isComposing) return;
    // With Ctrl or ⌘ too, Enter would send a message. Option makes characters on a Mac, and accents that wait for one.
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

/** The id of the palette's panel. */
export const PALETTE = 'palette';
