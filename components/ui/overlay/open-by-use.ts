'use client';

import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';

/** Keys that open what floats at a button, beside the ones that press it. */
const OPENING_KEYS = new Set(['ArrowDown', 'ArrowUp']);

/**
 * For what floats at a trigger: its code is fetched when the trigger is first pointed at or focused, and takes the
 * trigger's place when it is first used. Until then only the trigger is rendered.
 * @param fetchAhead fetches the code; a failure is left to the moment of use
 * @param kind what opens
 */
export function useFirstUse(fetchAhead: () => Promise<unknown>, kind: 'menu' | 'dialog' | 'listbox') {
  const [used, setUsed] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  const fetchNow = () => void fetchAhead();
  const begin = (isKey: boolean) => {
    setUsed(true);
    setByKeyboard(isKey);
  };
  return {
    used,
    /** Whether a key opened it: then the first thing in it has the focus. */
    byKeyboard,
    /** Properties of the trigger while only it is rendered. */
    alone: {
      'aria-haspopup': kind,
      'aria-expanded': false,
      onPointerEnter: fetchNow,
      onFocus: fetchNow,
      // A click that no pointer made comes from Enter or Space.
      onClick: ({ detail }: MouseEvent) => begin(detail === 0),
      onKeyDown: (event: KeyboardEvent) => {
        if (!OPENING_KEYS.has(event.key)) return;
        event.preventDefault();
        begin(true);
      },
    },
  };
}

/** Opens what took a trigger's place, once, with the focus on the new trigger, to which closing returns it. */
export function useOpenAtOnce<E extends HTMLElement>() {
  const [open, setOpen] = useState(false);
  const trigger = useRef<E>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      trigger.current?.focus();
      setOpen(true);
    });
    return () => clearTimeout(timer);
  }, []);
  return { open, setOpen, trigger };
}
