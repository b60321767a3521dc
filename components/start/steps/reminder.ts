'use client';

import { useSyncExternalStore } from 'react';

/** The localStorage key that says that an account is not reminded of its first steps in this browser. */
const nameOf = (accountId: string) => `farebox-first-steps.${accountId}`;
const HIDDEN = 'hidden';
const listeners = new Set<() => void>();

/** Whether the reminder is hidden in this browser; every tab follows. True until the page is hydrated. */
export function useReminderHidden(accountId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isHidden(accountId),
    () => true,
  );
}

/** Hides the reminder in this browser, or shows it again. */
export function hideReminder(accountId: string, hidden = true): void {
  try {
    if (hidden) localStorage.setItem(nameOf(accountId), HIDDEN);
    else localStorage.removeItem(nameOf(accountId));
  } catch {
    // In private mode, it stays until the steps are done.
  }
  for (const listener of listeners) listener();
}

function isHidden(accountId: string): boolean {
  try {
    return localStorage.getItem(nameOf(accountId)) === HIDDEN;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Changes of other tabs.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
