import { expect, it } from 'vitest';
import { safeNext } from './page-metadata';

it.each([
  ['/keys', '/keys'],
  ['/chat?model=a%2Fb#end', '/chat?model=a%2Fb#end'],
  [null, '/chat'],
  ['', '/chat'],
  ['keys', '/chat'],
  ['//evil.example', '/chat'],
  ['/\\evil.example', '/chat'],
  ['/\t/evil.example', '/chat'],
  ['https://evil.example/', '/chat'],
  ['javascript:alert(1)', '/chat'],
])('turns %j into %j', (wanted, where) => {
  expect(safeNext(wanted)).toBe(where);
});
