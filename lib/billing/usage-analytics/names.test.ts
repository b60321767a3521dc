import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinctNames } from './names';

const name = (...items: [string, string][]) => distinctNames(items.map(([text, hint]) => ({ name: text, hint })));

describe('distinctNames', () => {
  it('leaves unique names unchanged, and appends the hint to duplicates', () => {
    expect(name(['worker', 'a'], ['cron', 'b'], ['worker', 'c'])).toEqual(['worker (a)', 'cron', 'worker (c)']);
  });

  it('never uses another item’s name, nor `date`', () => {
    expect(name(['date', 'x'], ['worker (a)', 'b'], ['worker', 'a'], ['worker', 'a'])).toEqual([
      'date (x)',
      'worker (a)',
      'worker (a) 2',
      'worker (a) 3',
    ]);
  });

  it('gives each item a different name', () => {
    const word = fc.constantFrom('a', 'b', 'a (b)', 'a (a)', 'a (a) 2', 'date', '', '__proto__');
    fc.assert(
      fc.property(fc.array(fc.record({ name: word, hint: word }), { maxLength: 12 }), (items) => {
        const names = distinctNames(items);
        expect(names).toHaveLength(items.length);
        expect(new Set([...names, 'date']).size).toBe(items.length + 1);
      }),
    );
  });
});
