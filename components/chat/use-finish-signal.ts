'use client';

import { useEffect, useRef } from 'react';
import { ticks } from '@/lib/client/now';

/** Whether the user wants a signal; kept in this browser. */
const PREFERENCE = 'farebox-finish-signal';
/** An answer that took less time needs no signal. */
const LONG_MS = 5_000;

/** Whether the end of a long answer is signaled in this browser. */
export function wantsFinishSignal(): boolean {
  try {
    return localStorage.getItem(PREFERENCE) === 'on';
  } catch {
    return false;
  }
}

/** Turns the signal on or off. */
export function setFinishSignal(on: boolean): void {
  try {
    if (on) localStorage.setItem(PREFERENCE, 'on');
    else localStorage.removeItem(PREFERENCE);
  } catch {
    // A browser that stores nothing gives no signal.
  }
}

/** Signals by sound and in the tab's title that a long answer has ended while the page was in the background. */
export function useFinishSignal(answering: boolean): void {
  const since = useRef<number | null>(null);
  useEffect(() => {
    if (answering) {
      since.current ??= ticks();
      return;
    }
    const began = since.current;
    since.current = null;
    if (began === null || ticks() - began < LONG_MS || !document.hidden || !wantsFinishSignal()) return;
    // If its code cannot be loaded, there is no signal.
    void import('./finish-signal').then(({ signalFinish }) => signalFinish()).catch(() => undefined);
  }, [answering]);
}
