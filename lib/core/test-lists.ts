/** For tests: the items of lists, one after another. `return()` immediately calls that of the lists. */
export function flattened<T>(lists: AsyncIterable<readonly T[]>): AsyncIterableIterator<T> {
  const source = lists[Symbol.asyncIterator]();
  const waiting: T[] = [];
  const items: AsyncIterableIterator<T> = {
    next: async () => {
      while (waiting.length === 0) {
        const result = await source.next();
        if (result.done) return { done: true, value: undefined };
        waiting.push(...result.value);
      }
      return { done: false, value: waiting.shift() as T };
    },
    return: async () => {
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => items,
  };
  return items;
}
