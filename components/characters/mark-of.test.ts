import { expect, it } from 'vitest';
import { markOf } from './mark-of';

it.each([
  ['Lighthouse Keeper', 'LK'],
  ['keeper', 'K'],
  ['The Old Road Storyteller', 'TS'],
  ['“Quoted” (name)', 'QN'],
  ['灯台守', '灯'],
  ['🗼', '🗼'],
  ['R2-D2', 'RD'],
])('%s → %s', (name, letters) => {
  expect(markOf({ name, slug: 'x' }).letters).toBe(letters);
});

it('has a color by the slug', () => {
  const hue = (slug: string) => markOf({ name: 'A', slug }).hue;
  expect(hue('keeper')).toBe(hue('keeper'));
  expect(new Set(['keeper', 'pilot', 'cook', 'tutor'].map(hue)).size).toBe(4);
  expect(hue('x'.repeat(100))).toBeLessThan(360);
});
