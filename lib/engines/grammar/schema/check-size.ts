import { MAX_DEPTH, MAX_VALUES } from './bounds';
import type { Refuse } from './form';

/**
 * Refuses a schema that is too deep or too large to be read. Code after this check may use recursion.
 * @throws ApiError INVALID_REQUEST, through `refuse`
 */
export function checkSize(schema: unknown, refuse: Refuse): void {
  let level = [schema];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) refuse(`must be at most ${MAX_DEPTH} levels deep`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      // The keys of an array are not listed: they would all be created first.
      const inner: Iterable<unknown> = Array.isArray(value) ? value : Object.values(value);
      for (const one of inner) {
        next.push(one);
        if (values + next.length > MAX_VALUES) refuse(`must have at most ${MAX_VALUES} values in all`);
      }
    }
    values += next.length;
    level = next;
  }
}
