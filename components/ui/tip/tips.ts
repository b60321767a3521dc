/** A label that is to appear at an element. */
export type Tip = { owner: string; anchor: Element; label: string; side: 'top' | 'right' | 'bottom' | 'left' };

/** How long the pointer rests before a label appears; not where another one was there just before. */
const DELAY_MS = 400;
const JUST_BEFORE_MS = 300;

let shown: Tip | null = null;
/** Whose label is shown or waits. */
let asked: string | null = null;
let goneAtMs = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** The label that is shown. */
export const shownTip = (): Tip | null => shown;

/** Tells when another label is shown, or none. @returns what ends it */
export function watchTips(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a label after a while. */
export function askTip(tip: Tip): void {
  clearTimeout(timer);
  asked = tip.owner;
  const wait = performance.now() - goneAtMs < JUST_BEFORE_MS ? 0 : DELAY_MS;
  timer = setTimeout(() => show(tip.anchor.isConnected ? tip : null), wait);
}

/** Takes an owner's label back, shown or not yet; without an owner the one that is shown. */
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
