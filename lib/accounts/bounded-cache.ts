import { clock } from '../platform/clock';

/** A map that forgets: at most `limit` entries, each for a given time. */
export type BoundedCache<V> = {
  /** The live value of a key, or undefined. */
  get: (key: string) => V | undefined;
  /** The live value, or one whose time is over for less than the grace. */
  recall: (key: string) => V | undefined;
  set: (key: string, value: V, lifeMs: number) => void;
  delete: (key: string) => void;
  /** Forgets every entry whose value fits. */
  deleteWhere: (fits: (value: V) => boolean) => void;
  clear: () => void;
  size: () => number;
};

/**
 * Makes an empty cache. When it is full, the oldest entry goes.
 * @param graceMs how much longer than its life an entry is kept for `recall`
 */
export function boundedCache<V>(limit: number, graceMs = 0): BoundedCache<V> {
  const entries = new Map<string, { value: V; untilMs: number }>();
  const find = (key: string, extraMs: number): V | undefined => {
    const entry = entries.get(key);
    if (!entry) return undefined;
    const now = clock.now();
    if (entry.untilMs + graceMs <= now) entries.delete(key);
    return entry.untilMs + extraMs > now ? entry.value : undefined;
  };
  return {
    get: (key) => find(key, 0),
    recall: (key) => find(key, graceMs),
    set: (key, value, lifeMs) => {
      entries.delete(key);
      const oldest = entries.size >= limit ? entries.keys().next() : undefined;
      if (oldest && !oldest.done) entries.delete(oldest.value);
      entries.set(key, { value, untilMs: clock.now() + lifeMs });
    },
    delete: (key) => void entries.delete(key),
    deleteWhere: (fits) => {
      for (const [key, { value }] of entries) if (fits(value)) entries.delete(key);
    },
    clear: () => entries.clear(),
    size: () => entries.size,
  };
}
