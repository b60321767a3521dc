import type { ReactNode } from 'react';

/** A tooltip to be shown at an element. `card` is shown instead of the label, as a small panel. */
export type Tip = {
  owner: string;
  anchor: Element;
  label: string;
  card?: ReactNode;
  side: 'top' | 'right' | 'bottom' | 'left';
};

/** How long the pointer must rest before a tooltip appears, unless another one was just visible. */
const DELAY_MS = 400;
const JUST_BEFORE_MS = 300;

let shown: Tip | null = null;
/** The owner of the tooltip that is shown or pending. */
let asked: string | null = null;
let goneAtMs = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** The visible tooltip. */
export const shownTip = (): Tip | null => shown;

/** Subscribes to changes of the visible tooltip. @returns a function that unsubscribes */
export function watchTips(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a tooltip after a delay. */
export function askTip(tip: Tip): void {
  clearTimeout(timer);
  asked = tip.owner;
  const wait = performance.now() - goneAtMs < JUST_BEFORE_MS ? 0 : DELAY_MS;
  timer = setTimeout(() => show(tip.anchor.isConnected ? tip : null), wait);
}

/** Hides an owner's tooltip, visible or pending; without an owner, the current one. */
export function dropTip(owner: string | null = asked): void {
  if (owner !== asked) return;
  clearTimeout(timer);
  asked = null;
  if (shown) goneAtMs = performance.now();
  show(null);
}

function show(tip: Tip | null): void {
  if (tip === shown) return;
  shown = tip;
  for (const listener of listeners) listener();
}
