'use client';

import { useSyncExternalStore } from 'react';

/** Where the browser remembers that single keys do nothing: who dictates or slips needs that (WCAG 2.2, 2.1.4). */
const STORED = 'farebox-single-keys';

const listeners = new Set<() => void>();
let here: boolean | null = null;

/** Whether keys without Ctrl or ⌘ do something. */
export function singleKeysOn(): boolean {
  here ??= read();
  return here;
}

/** Whether they do, and how to change it. */
export function useSingleKeys(): [on: boolean, choose: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, singleKeysOn, () => true);
  return [on, choose];
}

function choose(on: boolean): void {
  here = on;
  try {
    localStorage.setItem(STORED, on ? 'on' : 'off');
  } catch {
    // It holds for this visit.
  }
  for (const listener of listeners) listener();
}

function read(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
