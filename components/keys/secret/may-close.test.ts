import { expect, it } from 'vitest';
import { mayClose } from './may-close';

it.each([
  [true, true, false],
  [false, true, true],
  [true, false, true],
  [false, false, true],
])('busy %s, response with a secret %s: a form may be closed %s', (busy, secretAnswer, may) => {
  expect(mayClose({ busy, secretAnswer })).toBe(may);
});
