'use client';

import { useEffect, useState } from 'react';

/** How long somebody pauses who has typed a word. */
const PAUSE_MS = 250;

/** A text as it was when its writer paused. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // An emptied field is meant at once.
  return text === '' ? '' : settled;
}
