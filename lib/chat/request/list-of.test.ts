import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAX_ISSUES } from '../../core/errors';
import { listOf } from './list-of';

/** A list of numbers that counts how many items were read. */
function counted() {
  const seen = { items: 0 };
  const item = z.preprocess((value) => ((seen.items += 1), value), z.number());
  return { seen, list: listOf(item).min(1).max(10_000).meta({ description: 'Numbers.' }) };
}

describe('listOf', () => {
  it('parses every item of a valid list', () => {
    const { seen, list } = counted();
    const items = Array.from({ length: 5_000 }, (_, at) => at);
    expect(list.parse(items)).toEqual(items);
    expect(seen.items).toBe(5_000);
  });

  it('stops once it has as many issues as an error reports, with the path of each', () => {
    const { seen, list } = counted();
    const { error } = list.safeParse([1, ...Array.from({ length: 5_000 }, () => 'x')]);
    expect(error?.issues.map(({ path }) => path[0])).toEqual(Array.from({ length: MAX_ISSUES }, (_, at) => at + 1));
    expect(seen.items).toBe(MAX_ISSUES + 1);
  });

  it('reports a value that is not a list, and a list that is too short or too long, as z.array does', () => {
    const { list } = counted();
    const array = z.array(z.number()).min(1).max(10_000);
    for (const value of ['x', null, {}, [], ['a', 1, {}], Array.from({ length: 10_001 }, () => 1)]) {
      const mine = list.safeParse(value).error?.issues;
      expect(mine).toEqual(array.safeParse(value).error?.issues);
      expect(mine?.length).toBeGreaterThan(0);
    }
  });

  it('is described as an array with its limits', () => {
    expect(z.toJSONSchema(listOf(z.string()).max(3))).toMatchObject({
      type: 'array',
      items: { type: 'string' },
      maxItems: 3,
    });
  });
});
