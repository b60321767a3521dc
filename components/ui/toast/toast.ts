import type { ExternalToast } from 'sonner';

const listeners = new Set<() => void>();
let wanted = false;
let setDrawn: () => void;
const drawn = new Promise<void>((resolve) => {
  setDrawn = resolve;
});

const load = () => import('sonner');
/** Fetches what shows them ahead; their place is `fetchToaster`'s. */
export const fetchToasts = (): Promise<unknown> => load().catch(() => undefined);

/** Kinds of toasts. */
type Kind = 'message' | 'success' | 'error';

/**
 * Shows a toast: only for what the page itself does not show, e.g. undo. The code that draws it comes with the first one.
 * @param words the sentence; `options` as sonner's: `description`, `action`, `duration`, `position`
 */
export function showToast(kind: Kind, words: string, options?: ExternalToast): void {
  wanted = true;
  for (const listener of listeners) listener();
  void Promise.all([load(), drawn])
    .then(([{ toast }]) => toast[kind](words, options))
    // Where even that cannot be fetched, the frame says that the server is away.
    .catch(() => undefined);
}

/** Whether the toast region is needed; `watchToasts` reports when that changes. */
export const areToastsWanted = (): boolean => wanted;

/** @returns what ends it */
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports that the toast region is mounted: what is shown before is lost. */
export function toastsDrawn(): void {
  setDrawn();
}
