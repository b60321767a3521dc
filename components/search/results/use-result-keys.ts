'use client';

import { useRef, type KeyboardEvent } from 'react';
import { singleKeysOn } from '@/components/frame/keyboard/single-keys';
import { RESULT_LINK } from './result-card';

/**
 * Moves through results with the arrow keys; `r` reads the one that has the focus. Enter opens it, as every link.
 * @param onUp called for the arrow key that leads out of the first one
 * @param onRead called with the position of the result
 */
export function useResultKeys(onUp: () => void, onRead: (index: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>(`[${RESULT_LINK}]`) ?? [])];
  const focusOn = (index: number) => {
    const link = links()[index];
    link?.focus();
    link?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = links();
    const { activeElement } = document;
    const at = all.findIndex((link) => link === activeElement || link.closest('li')?.contains(activeElement));
    if (at < 0) return;
    if (event.key === 'r' && singleKeysOn()) return act(event, () => onRead(at));
    const to = targetOf(event.key, at, all.length);
    if (to === null) return;
    act(event, () => (to < 0 ? onUp() : focusOn(to)));
  };
  return { list, onKeyDown, focusFirst: () => focusOn(0) };
}

function act(event: KeyboardEvent, work: () => void): void {
  event.preventDefault();
  work();
}

/** The position that a key leads to; -1 is above the first. Null for keys that do not move. */
export function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
