import { expect, it } from 'vitest';
import { makeSlug } from './make-slug';

it.each([
  ['Lighthouse Keeper', 'lighthouse-keeper'],
  ['  Größe & Übung!  ', 'gro-e-ubung'],
  ['灯台守', 'character'],
  ['--', 'character'],
  ['x'.repeat(80), 'x'.repeat(60)],
])('%s → %s-…', (name, start) => {
  expect(makeSlug(name)).toMatch(new RegExp(`^${start}-[0-9a-z]{5}$`));
});

it('is different each time', () => {
  expect(new Set(Array.from({ length: 20 }, () => makeSlug('Keeper'))).size).toBe(20);
});
