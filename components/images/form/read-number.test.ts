import { expect, it } from 'vitest';
import { readNumber } from './read-number';

const side = { min: 64, max: 1_280, whole: true };

it.each([
  ['', null],
  [' 200 ', 200],
  ['2000', 'wrong'],
  ['200.5', 'wrong'],
  ['63', 'wrong'],
  ['wide', 'wrong'],
])('reads %j as %j', (text, number) => {
  expect(readNumber(text, side)).toBe(number);
});

it('takes a comma and a real minus sign', () => {
  expect(readNumber('7,5', { min: 0.1, max: 20, whole: false })).toBe(7.5);
  expect(readNumber('−3', { min: -9, max: 9, whole: true })).toBe(-3);
});
