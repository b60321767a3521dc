'use client';

import { useSyncExternalStore } from 'react';

/**
 * The localStorage key of disabled single-key shortcuts, for users of speech input or with motor impairments (WCAG 2.2,
 * 2.1.4).
 */
const STORED = 'farebox-single-keys';

const listeners = new Set<() => void>();
let here: boolean | null = null;

/** Whether shortcuts without Ctrl or ⌘ are enabled. */
export function singleKeysOn(): boolean {
  here ??= read();
  return here;
}

/** Whether they are enabled, and a setter. */
export function useSingleKeys(): [on: boolean, choose: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, singleKeysOn, () => true);
  return [on, choose];
}

function choose(on: boolean): void {
  here = on;
  try {
    localStorage.setItem(STORED, on ? 'on' : 'off');
  } catch {
    // Then it only lasts for this visit.
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
