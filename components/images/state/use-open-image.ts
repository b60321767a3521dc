'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useRef, useState } from 'react';
import type { StudioImage } from '@/lib/client/images/types';

const NAME = 'image';

/**
 * Which image is open, in the URL: Back closes it, and a reload keeps it open. Its neighbors are the images that were
 * shown when it was opened, e.g. those of a search; after a reload all of them.
 */
export function useOpenImage(images: readonly StudioImage[]) {
  const id = useSearchParams().get(NAME);
  const pushed = useRef(false);
  const [among, setAmong] = useState<readonly string[]>([]);
  const sequence = id !== null && among.includes(id) ? images.filter((image) => among.includes(image.id)) : images;
  const at = sequence.findIndex((image) => image.id === id);
  const open = useCallback((next: string, shown: readonly string[]) => {
    pushed.current = true;
    setAmong(shown);
    window.history.pushState(null, '', addressOf(next));
  }, []);
  /** Shows the next or the previous image in place: Back still closes it. */
  const step = (by: 1 | -1) => {
    const next = sequence[at + by];
    if (next) window.history.replaceState(null, '', addressOf(next.id));
  };
  const close = useCallback(() => {
    if (pushed.current) window.history.back();
    else window.history.replaceState(null, '', addressOf(null));
    pushed.current = false;
  }, []);
  return { shown: sequence[at], position: { at, of: sequence.length }, open, step, close };
}

function addressOf(id: string | null): string {
  const query = new URLSearchParams(window.location.search);
  if (id === null) query.delete(NAME);
  else query.set(NAME, id);
  const text = query.toString();
  return text === '' ? window.location.pathname : `${window.location.pathname}?${text}`;
}
