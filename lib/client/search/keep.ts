/** The part of `Storage` that is used; null where the browser allows none. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;

/** At most this many entries, and this many characters as JSON. */
export type KeepBounds = { entries: number; characters: number };

/** What was kept under a name: newest first. */
type Entries<T> = [key: string, value: T][];

/** Reads what was kept, newest first. @param check returns null for a value that is not valid (any more) */
export function readEntries<T>(shelf: Shelf, name: string, check: (value: unknown) => T | null): Entries<T> {
  const stored = readJson(shelf, name);
  return (Array.isArray(stored) ? stored : []).flatMap((entry: unknown): Entries<T> => {
    if (!Array.isArray(entry) || typeof entry[0] !== 'string') return [];
    const value = check(entry[1]);
    return value === null ? [] : [[entry[0], value]];
  });
}

/**
 * Keeps entries: as many of the newest ones as the bounds and the browser allow.
 * @returns those that were kept; the rest is forgotten
 */
export function keepEntries<T>(shelf: Shelf, name: string, entries: Entries<T>, bounds: KeepBounds): Entries<T> {
  let kept = entries.slice(0, bounds.entries);
  while (kept.length > 0) {
    const text = JSON.stringify(kept);
    if (text.length <= bounds.characters && write(shelf, name, text)) return kept;
    kept = kept.slice(0, -1);
  }
  write(shelf, name, '[]');
  return kept;
}

/** Reads JSON; null if there is none, or if it is not readable. */
export function readJson(shelf: Shelf, name: string): unknown {
  try {
    return JSON.parse(shelf?.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** Writes text. @returns false if the browser refused, because it is full or storage is off */
export function write(shelf: Shelf, name: string, text: string): boolean {
  try {
    shelf?.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
