'use client';

import { useSyncExternalStore, type ReactNode } from 'react';
import type { ExternalToast } from 'sonner';

const listeners = new Set<() => void>();
/** The region that contains the toasts, once a first one has loaded its code. */
let region: ReactNode = null;
let setMounted: () => void;
const mounted = new Promise<void>((resolve) => {
  setMounted = resolve;
});

// Apart, it keeps 12 KB of compressed code out of a page's first load.
const load = () => import('./toaster');
/** Preloads the code that shows toasts. */
export const fetchToasts = (): Promise<unknown> => load().catch(() => undefined);

/** Kinds of toasts. */
type Kind = 'message' | 'success' | 'error';

/**
 * Shows a toast: only for what the page itself does not show, e.g. undo. The code loads with the first toast.
 * @param sentence the sentence; `options` as in sonner: `description`, `action`, `duration`, `position`
 */
export function showToast(kind: Kind, sentence: string, options?: ExternalToast): void {
  void show(kind, sentence, options)
    // If its code cannot be loaded, the connection notice says that the server is unreachable.
    .catch(() => undefined);
}

async function show(kind: Kind, sentence: string, options?: ExternalToast): Promise<void> {
  const { default: Toaster, toast } = await load();
  region ??= <Toaster onMounted={setMounted} />;
  for (const listener of listeners) listener();
  // A toast that is shown before its region is mounted would be lost.
  await mounted;
  toast[kind](sentence, options);
}

/** Renders toasts; mounted once, in the root layout. */
export function ToastLayer() {
  return useSyncExternalStore(
    subscribe,
    () => region,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
