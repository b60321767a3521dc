import type { ExternalToast } from 'sonner';

const listeners = new Set<() => void>();
let wanted = false;
let setMounted: () => void;
const mounted = new Promise<void>((resolve) => {
  setMounted = resolve;
});

const load = () => import('sonner');
/** Preloads the code that shows toasts; their region is preloaded by `fetchToaster`. */
export const fetchToasts = (): Promise<unknown> => load().catch(() => undefined);

/** Kinds of toasts. */
type Kind = 'message' | 'success' | 'error';

/**
 * Shows a toast: only for what the page itself does not show, e.g. undo. The code loads with the first toast.
 * @param sentence the sentence; `options` as in sonner: `description`, `action`, `duration`, `position`
 */
export function showToast(kind: Kind, sentence: string, options?: ExternalToast): void {
  wanted = true;
  for (const listener of listeners) listener();
  void Promise.all([load(), mounted])
    .then(([{ toast }]) => toast[kind](sentence, options))
    // If even that cannot be loaded, the connection notice says that the server is unreachable.
    .catch(() => undefined);
}

/** Whether the toast region is needed; `watchToasts` reports when that changes. */
export const areToastsWanted = (): boolean => wanted;

/** @returns a function that unsubscribes */
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports that the toast region is mounted: toasts shown before that would be lost. */
export function toastsMounted(): void {
  setMounted();
}
