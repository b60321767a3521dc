'use client';

import { useEffect, type RefObject } from 'react';

/** What had the focus last: in which row, and under which name it is looked for when it is gone. */
type Focused = { element: HTMLElement; place: number; name: string | null };

/**
 * Where what has the focus goes away (another version comes, a form is sent), the focus stays in its row: on the control of
 * the same name, or of the one that `data-focus-back` around it names, else on the message itself. The browser would let
 * it fall to the top of the page.
 * @param rows whose children are the rows, each with one `article`
 */
export function useKeptFocus(rows: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = rows.current;
    if (!list) return;
    let last: Focused | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const place = [...list.children].findIndex((row) => row.contains(target));
      const back = target.closest<HTMLElement>('[data-focus-back]');
      last = { element: target, place, name: back?.dataset.focusBack ?? target.ariaLabel };
    };
    const forget = ({ target }: FocusEvent) =>
      // What is taken away loses the focus too: it is gone once React has committed.
      queueMicrotask(() => {
        if (last?.element === target && last.element.isConnected) last = null;
      });
    const observer = new MutationObserver(() => {
      if (!last || last.element.isConnected) return;
      const gone = last;
      last = null;
      if (document.activeElement === document.body)
        focusIn(list.children[gone.place] ?? list.lastElementChild, gone.name);
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

function focusIn(row: Element | null, name: string | null): void {
  const same = [...(row?.querySelectorAll('button') ?? [])].find(
    ({ ariaLabel }) => name !== null && ariaLabel === name,
  );
  const target = same ?? row?.querySelector('article');
  if (!target) return;
  if (!same) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
}
