import { expect, it } from 'vitest';
import { ChangeAccount } from './contract';

it.each([['Ada'], [' Ada Lovelace ', 'Ada Lovelace'], ['עדה'], ['x'.repeat(64)]])(
  'accepts the name %j',
  (name, kept = name) => {
    expect(ChangeAccount.parse({ name }).name).toBe(kept);
  },
);

it.each([
  [' ', 'Must have 1 to 64 characters'],
  ['x'.repeat(65), 'Must have at most 64 characters'],
  ['Ada\nLovelace', 'Must be one line without control characters'],
  ['Ada\u202ecalevoL', 'Must not contain lone surrogates or characters that change the text direction'],
])('rejects the name %j', (name, message) => {
  expect(ChangeAccount.safeParse({ name }).error?.issues).toMatchObject([{ path: ['name'], message }]);
});
