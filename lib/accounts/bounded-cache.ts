import { clock } from '../platform/clock';

/** A map that forgets: at most `limit` entries, each for a given time. */
export type BoundedCache<V> = {
  /** The live value of a key, or undefined. */
  get: (key: string) => V | undefined;
  set: (key: string, value: V, lifeMs: number) => void;
  delete: (key: string) => void;
  /** Forgets every entry whose value fits. */
  deleteWhere: (fits: (value: V) => boolean) => void;
  clear: () => void;
  size: () => number;
};

/** Makes an empty cache. When it is full, the oldest entry goes. */
export function boundedCache<V>(limit: number): BoundedCache<V> {
  const entries = new Map<string, { value: V; untilMs: number }>();
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.untilMs > clock.now()) return entry.value;
      entries.delete(key);
      return undefined;
    },
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
