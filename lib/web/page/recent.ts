import { clock } from '../../platform/clock';

/** Values that were found a short while ago, bounded in size and age. Keep it in `processState`. */
export type Recent<T> = {
  /** Undefined if there is none, or if it is too old. */
  get: (key: string) => T | undefined;
  /** Replaces an earlier value. One that is larger than all of the memory is not kept. */
  set: (key: string, value: T, keep: { bytes: number; ttlMs: number }) => void;
};

type Entry<T> = { value: T; bytes: number; endsAtMs: number };

/** What an entry takes besides its value, bytes. */
const ENTRY_BYTES = 500;

/** Makes an empty one. @param maxBytes beyond it, what was not used for the longest time is dropped */
export function makeRecent<T>(maxBytes: number): Recent<T> {
  const entries = new Map<string, Entry<T>>();
  let total = 0;
  const remove = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      // A map keeps the order of insertion: the first entry is the one that was not used for the longest time.
      entries.delete(key);
      if (entry.endsAtMs > clock.now()) {
        entries.set(key, entry);
        return entry.value;
      }
      total -= entry.bytes;
      return undefined;
    },
    set: (key, value, { bytes, ttlMs }) => {
      remove(key);
      const size = bytes + key.length * 2 + ENTRY_BYTES;
      if (ttlMs <= 0 || size > maxBytes) return;
      entries.set(key, { value, bytes: size, endsAtMs: clock.now() + ttlMs });
      total += size;
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break;
        remove(oldest);
      }
    },
  };
}
