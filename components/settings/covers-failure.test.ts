import { expect, it } from 'vitest';
import { apiFailure } from '@/lib/client/failure';
import { coversFailure } from './covers-failure';

const about = (...names: string[]) =>
  apiFailure({ issues: names.map((name) => ({ path: [name], message: 'Wrong', code: 'custom' })) });

it.each([
  ['of a drawn field', about('currentPassword'), true],
  ['of two drawn fields', about('currentPassword', 'newPassword'), true],
  ['of a field that is not drawn', about('email'), false],
  ['of a drawn field and another one', about('newPassword', 'email'), false],
  ['without an issue', apiFailure({ code: 'OFFLINE' }), false],
  ['of the page itself', new TypeError('x is not a function'), false],
])('a failure %s is told by the fields: %3$s', (_name, failure, told) => {
  expect(coversFailure(failure, ['currentPassword', 'newPassword'])).toBe(told);
});
