import { expect, it } from 'vitest';
import { apiFailure } from '@/lib/client/failure';
import { coversFailure } from './covers-failure';

const about = (...names: string[]) =>
  apiFailure({ issues: names.map((name) => ({ path: [name], message: 'Wrong', code: 'custom' })) });

it.each([
  ['about a rendered field', about('currentPassword'), true],
  ['about two rendered fields', about('currentPassword', 'newPassword'), true],
  ['about a field that is not rendered', about('email'), false],
  ['about a rendered field and another one', about('newPassword', 'email'), false],
  ['without an issue', apiFailure({ code: 'OFFLINE' }), false],
  ['of the page itself', new TypeError('x is not a function'), false],
])('a failure %s is covered by the fields: %3$s', (_name, failure, covered) => {
  expect(coversFailure(failure, ['currentPassword', 'newPassword'])).toBe(covered);
});
