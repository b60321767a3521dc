/**
 * Values that come and go with each request, in no order. Not a `Set` or `Map`: V8 copies their tables every few dozen
 * additions and deletions, and an old table keeps its entries and the next table alive. Once one of them is promoted,
 * about a third of all garbage stays until a full collection, which showed in pauses ten times as long.
 */
export type SwapList<T> = SwapEntry<T>[];

/** An entry, by which its value is removed. */
export type SwapEntry<T> = {
  readonly value: T;
  /** Its place in the list; -1 once it is removed. Only this file changes it. */
  at: number;
};

/** Adds a value, even if the list already has it. */
export function addEntry<T>(list: SwapList<T>, value: T): SwapEntry<T> {
  const entry = { value, at: list.length };
  list.push(entry);
  return entry;
}

/**
 * Removes an entry of this list; the last one takes its place. To remove some while iterating, iterate over a copy.
 * @returns false if it was already removed
 */
export function removeEntry<T>(list: SwapList<T>, entry: SwapEntry<T>): boolean {
  if (entry.at < 0) return false;
  const last = list.pop();
  if (last !== undefined && last !== entry) {
    list[entry.at] = last;
    last.at = entry.at;
  }
  entry.at = -1;
  return true;
}
