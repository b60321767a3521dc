import { expect, it } from 'vitest';
import { monogramOf } from './monogram-of';

it.each([
  ['Lighthouse Keeper', 'LK'],
  ['keeper', 'K'],
  ['The Old Road Storyteller', 'TS'],
  ['“Quoted” (name)', 'QN'],
  ['灯台守', '灯'],
  ['🗼', '🗼'],
  ['R2-D2', 'RD'],
])('%s → %s', (name, letters) => {
  expect(monogramOf({ name, slug: 'x' }).letters).toBe(letters);
});

it('derives the color from the slug', () => {
  const hue = (slug: string) => monogramOf({ name: 'A', slug }).hue;
  expect(hue('keeper')).toBe(hue('keeper'));
  expect(new Set(['keeper', 'pilot', 'cook', 'tutor'].map(hue)).size).toBe(4);
  expect(hue('x'.repeat(100))).toBeLessThan(360);
});
