import { expect, it } from 'vitest';
import { askLabel, keysText, readLabel } from './labels';

it('says what reading costs', () => {
  expect([readLabel('paid'), readLabel('free'), readLabel('known')]).toEqual(['Read · $0.01', 'Read · free', 'Read']);
  expect(keysText(['free', 'known'])).toMatch(/R reads a page\.$/);
  expect(keysText(['free', 'paid'])).toMatch(/R reads a page for \$0\.01\.$/);
});

it('says which results are asked about', () => {
  expect(askLabel(10, false, 20)).toBe('Ask about the first 10');
  expect(askLabel(8, false, 8)).toBe('Ask about these 8');
  expect(askLabel(1, false, 1)).toBe('Ask about this');
  expect(askLabel(2, true, 20)).toBe('Ask about 2 selected');
});
