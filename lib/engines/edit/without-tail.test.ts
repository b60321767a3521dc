import { expect, it } from 'vitest';
import { withoutTail } from './without-tail';

it.each([
  ['a fox, and with , ', 'a fox'],
  ['a fox AND', 'a fox'],
  ['a fox in the sand', 'a fox in the sand'],
  ['a fox with a hat', 'a fox with a hat'],
  ['with', ''],
  [' , ', ''],
  ['', ''],
])('cuts %j to %j', (text, expected) => {
  expect(withoutTail(text, ['and', 'with'])).toBe(expected);
});
