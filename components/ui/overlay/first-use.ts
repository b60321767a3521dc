'use client';

import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';

/** Keys that open a trigger's popup, in addition to those that press the button. */
const OPENING_KEYS = new Set(['ArrowDown', 'ArrowUp']);

/**
 * For menus and popovers: the code loads when the trigger is first hovered or focused, and its component replaces the
 * trigger when first used. Until then only the trigger is rendered.
 * @param fetchAhead preloads the code; failures only surface on use
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
    /** Whether it was opened by keyboard: then its first item gets the focus. */
    byKeyboard,
    /** The props of the trigger while only it is rendered. */
    alone: {
      'aria-haspopup': kind,
      'aria-expanded': false,
      onPointerEnter: fetchNow,
      onFocus: fetchNow,
      // A detail of 0 means that the click came from Enter or Space.
      onClick: ({ detail }: MouseEvent) => begin(detail === 0),
      onKeyDown: (event: KeyboardEvent) => {
        if (!OPENING_KEYS.has(event.key)) return;
        event.preventDefault();
        begin(true);
      },
    },
  };
}

/**
 * Opens the component that replaced a trigger, once, and focuses the new trigger, so that closing returns the focus to
 * it.
 */
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
