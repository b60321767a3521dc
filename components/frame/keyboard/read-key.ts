/** What a key press asks of the frame. `prefix` is the first half of a place's two keys. */
export type KeyAction = { kind: 'palette' | 'shortcuts' | 'prefix' } | { kind: 'go'; href: string };

/** What is known of a key press. */
export type Press = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** The reader is writing, or something floats above the page. */
  busy: boolean;
  /** `g` was pressed a moment ago. */
  prefixed: boolean;
};

/**
 * Reads a key press: Ctrl or ⌘ with K, `?`, or `g` and a place's letter.
 * @param singleKeys whether keys without Ctrl or ⌘ count
 * @param items the letters that lead somewhere
 */
export function readKey(
  press: Press,
  singleKeys: boolean,
  items: readonly { key: string; href: string }[],
): KeyAction | null {
  const { ctrlKey, metaKey, altKey } = press;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if ((ctrlKey || metaKey) && !altKey && key === 'k') return { kind: 'palette' };
  if (ctrlKey || metaKey || altKey || press.busy || !singleKeys) return null;
  if (press.prefixed) {
    const place = items.find((candidate) => candidate.key === key);
    if (place) return { kind: 'go', href: place.href };
  }
  if (key === '?') return { kind: 'shortcuts' };
  return key === 'g' ? { kind: 'prefix' } : null;
}
