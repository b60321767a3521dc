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

type Entry<V> = { value: V; untilMs: number };

/**
 * So many of the oldest entries are looked up at once: on its way to the first one a map passes by the places of all
 * that it has forgotten, which costs more the larger the cache is.
 */
const LOOKED_UP = 256;

/**
 * Makes an empty cache. When it is full, the oldest entry goes.
 * @param graceMs how much longer than its life an entry is kept for `recall`
 */
export function boundedCache<V>(limit: number, graceMs = 0): BoundedCache<V> {
  const entries = new Map<string, Entry<V>>();
  const forgetOldest = oldestForgetter(entries);
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
      if (entries.size >= limit) forgetOldest();
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

function oldestForgetter<V>(entries: Map<string, Entry<V>>): () => void {
  /** Those that go next, the oldest last. */
  let next: [string, Entry<V>][] = [];
  return () => {
    while (entries.size > 0) {
      if (next.length === 0) next = firstOf(entries, LOOKED_UP).reverse();
      const [key, entry] = next.pop() ?? [];
      // What was forgotten or set anew since is not the oldest any more.
      if (key === undefined || entries.get(key) !== entry) continue;
      entries.delete(key);
      return;
    }
  };
}

function firstOf<V>(entries: Map<string, Entry<V>>, count: number): [string, Entry<V>][] {
  const first: [string, Entry<V>][] = [];
  for (const pair of entries) {
    first.push(pair);
    if (first.length === count) break;
  }
  return first;
}
