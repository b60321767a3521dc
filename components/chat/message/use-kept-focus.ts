'use client';

import { useEffect, type RefObject } from 'react';

/** What had the focus last: in which row, and as which one of which label it is looked for when it is gone. */
type Focused = { element: HTMLElement; position: number; label: string | null; nth: number };

/**
 * Where what has the focus goes away (another version comes, a form is sent), the focus stays in its row: on the icon button
 * with the same label, or with the one that `data-focus-back` around it names, else on the message itself. The browser would
 * let it fall to the top of the page.
 * @param rows whose children are the rows, each with one `article`
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
      // What is taken away loses the focus too: it is gone once React has committed.
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
      if (same) same.focus({ preventScroll: true });
      else focusMessage(row?.querySelector('article') ?? null);
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

/** The icon buttons of a row with a label, in their order. */
function buttonsOf(row: Element | undefined, label: string | null): HTMLElement[] {
  if (!row || label === null) return [];
  return [...row.querySelectorAll('button')].filter(({ ariaLabel }) => ariaLabel === label);
}

/** A message can have the focus only for as long as it has it. */
function focusMessage(message: HTMLElement | null): void {
  if (!message) return;
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
  message.addEventListener('blur', function leave() {
    // Where the whole window lost the focus, it comes back.
    if (document.activeElement === message) return;
    message.removeAttribute('tabindex');
    message.removeEventListener('blur', leave);
  });
}
