'use client';

import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to an element if what had it is gone or hidden. Somebody who is elsewhere on the page stays there.
 * @param moment looks whenever it changes
 * @param onAppearance whether it also looks when the element appears
 * @returns the element's ref
 */
export function useFocusIfLost<E extends HTMLElement>(moment = '', onAppearance = moment === ''): RefObject<E | null> {
  const ref = useRef<E>(null);
  const seen = useRef(onAppearance ? null : moment);
  useEffect(() => {
    if (seen.current === moment) return;
    seen.current = moment;
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body || activeElement.closest('[hidden]')) ref.current?.focus();
  }, [moment]);
  return ref;
}
