'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useRef } from 'react';

const NAME = 'image';

/** Which image is open, in the URL: Back closes it, and a reload keeps it open. */
export function useOpenImage() {
  const id = useSearchParams().get(NAME);
  const pushed = useRef(false);
  const open = useCallback((next: string) => {
    pushed.current = true;
    window.history.pushState(null, '', addressOf(next));
  }, []);
  /** Shows another image in place: Back still closes it. */
  const step = useCallback((next: string) => window.history.replaceState(null, '', addressOf(next)), []);
  const close = useCallback(() => {
    if (pushed.current) window.history.back();
    else window.history.replaceState(null, '', addressOf(null));
    pushed.current = false;
  }, []);
  return { id, open, step, close };
}

function addressOf(id: string | null): string {
  const query = new URLSearchParams(window.location.search);
  if (id === null) query.delete(NAME);
  else query.set(NAME, id);
  const text = query.toString();
  return text === '' ? window.location.pathname : `${window.location.pathname}?${text}`;
}
