'use client';

import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to an element if what had it is gone or hidden. Somebody who is elsewhere on the page stays there.
 * @param moment looks when it changes; without it, when the element appears
 * @returns the element's ref
 */
export function useFocusIfLost<E extends HTMLElement>(moment?: string): RefObject<E | null> {
  const ref = useRef<E>(null);
  const seen = useRef(moment ?? null);
  useEffect(() => {
    const isFirst = moment === undefined;
    if (!isFirst && seen.current === moment) return;
    seen.current = moment ?? null;
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body || activeElement.closest('[hidden]')) ref.current?.focus();
  }, [moment]);
  return ref;
}
