import type { Shelf } from './keep';

/** For tests: storage in memory. @param most the most characters of a value; more are refused as by a full browser */
export function testShelf(most = Infinity): NonNullable<Shelf> {
  const items = new Map<string, string>();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => {
      if (value.length > most) throw new Error('QuotaExceededError');
      items.set(name, value);
    },
    removeItem: (name) => void items.delete(name),
  };
}
