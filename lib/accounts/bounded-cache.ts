import { clock } from '../platform/clock';

/** A map with at most `limit` entries, each for a given time. */
export type BoundedCache<V> = {
  /** The live value of a key, or undefined. */
  get: (key: string) => V | undefined;
  /** The live value, or one that expired within the grace period. */
  recall: (key: string) => V | undefined;
  set: (key: string, value: V, lifeMs: number) => void;
  delete: (key: string) => void;
  /** Deletes every entry whose value matches. */
  deleteWhere: (matches: (value: V) => boolean) => void;
  clear: () => void;
  size: () => number;
};

type Entry<V> = { value: V; untilMs: number };

/**
 * How many of the oldest entries are looked up at a time: to find the first entry, a map skips the slots of all deleted
 * ones, which gets slower the larger the cache is.
 */
const EVICTION_BATCH = 256;

/**
 * Creates an empty cache. When it is full, the oldest entry is evicted.
 * @param graceMs how long after its expiry an entry is kept for `recall`
 */
export function boundedCache<V>(limit: number, graceMs = 0): BoundedCache<V> {
  const entries = new Map<string, Entry<V>>();
  const evictOldest = makeEvictor(entries);
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
      if (entries.size >= limit) evictOldest();
      entries.set(key, { value, untilMs: clock.now() + lifeMs });
    },
    delete: (key) => void entries.delete(key),
    deleteWhere: (matches) => {
      for (const [key, { value }] of entries) if (matches(value)) entries.delete(key);
    },
    clear: () => entries.clear(),
    size: () => entries.size,
  };
}

function makeEvictor<V>(entries: Map<string, Entry<V>>): () => void {
  /** The next ones to evict, the oldest last. */
  let next: [string, Entry<V>][] = [];
  return () => {
    while (entries.size > 0) {
      if (next.length === 0) next = firstOf(entries, EVICTION_BATCH).reverse();
      const [key, entry] = next.pop() ?? [];
      // An entry that was deleted or replaced since is no longer the oldest.
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
