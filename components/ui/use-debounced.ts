'use client';

import { useEffect, useState } from 'react';

/** A pause in typing. */
const PAUSE_MS = 250;

/** Debounces a text until its writer pauses. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // Clearing the field applies immediately.
  return text === '' ? '' : settled;
}
