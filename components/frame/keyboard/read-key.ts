/** What a key press does. `prefix` is the first key of a two-key shortcut. */
export type KeyAction = { kind: 'palette' | 'shortcuts' | 'prefix' } | { kind: 'go'; href: string };

/** The context of a key press. */
export type Press = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** The user is typing, or a dialog is open. */
  busy: boolean;
  /** `g` was pressed a moment ago. */
  prefixed: boolean;
};

/**
 * Interprets a key press: Ctrl or ⌘ with K, `?`, or `g` and a page's letter.
 * @param singleKeys whether shortcuts without Ctrl or ⌘ are enabled
 * @param items the pages with their letters
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
    const destination = items.find((candidate) => candidate.key === key);
    if (destination) return { kind: 'go', href: destination.href };
  }
  if (key === '?') return { kind: 'shortcuts' };
  return key === 'g' ? { kind: 'prefix' } : null;
}
