'use client';

import { useEffect, type RefObject } from 'react';
import { dropTip } from '@/components/ui/tip/tips';

/**
 * The last focused element: its row, its label, and its index among the buttons with that label, to find a substitute
 * once it is gone.
 */
type Focused = { element: HTMLElement; position: number; label: string | null; nth: number };

/**
 * Keeps the focus in its row when the focused element is removed (another version is shown, a form is submitted). The
 * focus moves to the icon button with the same label, or the one that `data-focus-back` names, otherwise to the message
 * itself. By default the browser would move it to the top of the page.
 * @param rows its children are the rows, each with one `article`
 */
export function useKeptFocus(rows: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = rows.current;
    if (!list) return;
    let last: Focused | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const position = [...list.children].findIndex((row) => row.contains(target));
      const label = target.closest<HTMLElement>('[data-focus-back]')?.dataset.focusBack ?? target.ariaLabel;
      const nth = Math.max(0, buttonsOf(list.children[position], label).indexOf(target));
      last = { element: target, position, label, nth };
    };
    const forget = ({ target }: FocusEvent) =>
      // Removing an element also blurs it; by the microtask, React has committed.
      queueMicrotask(() => {
        if (last?.element === target && last.element.isConnected) last = null;
      });
    const observer = new MutationObserver(() => {
      if (!last || last.element.isConnected) return;
      const { position, label, nth } = last;
      last = null;
      if (document.activeElement !== document.body) return;
      const row = list.children[position] ?? list.lastElementChild ?? undefined;
      const same = buttonsOf(row, label)[nth];
      if (same) {
        same.focus({ preventScroll: true });
        // Nobody pointed at it: its tooltip would only cover the message.
        dropTip();
      } else focusMessage(row?.querySelector('article') ?? null);
    });
    list.addEventListener('focusin', remember);
    list.addEventListener('focusout', forget);
    observer.observe(list, { childList: true, subtree: true });
    return () => {
      list.removeEventListener('focusin', remember);
      list.removeEventListener('focusout', forget);
      observer.disconnect();
    };
  }, [rows]);
}

/** A row's icon buttons with the given label, in order. */
function buttonsOf(row: Element | undefined, label: string | null): HTMLElement[] {
  if (!row || label === null) return [];
  return [...row.querySelectorAll('button')].filter(({ ariaLabel }) => ariaLabel === label);
}

/** A message is only focusable while it has the focus. It shows no ring: it only marks where Tab goes on. */
function focusMessage(message: HTMLElement | null): void {
  if (!message) return;
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
  message.addEventListener('blur', function leave() {
    // If the whole window lost the focus, it will come back.
    if (document.activeElement === message) return;
    message.removeAttribute('tabindex');
    message.removeEventListener('blur', leave);
  });
}
