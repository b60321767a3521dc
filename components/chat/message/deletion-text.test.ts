import { expect, it } from 'vitest';
import { deletionText } from './deletion-text';

it('says how much was deleted', () => {
  expect(deletionText('user', 1)).toBe('Deleted the message');
  expect(deletionText('assistant', 1)).toBe('Deleted the answer');
  expect(deletionText('assistant', 2)).toBe('Deleted this version of the answer and the message after it');
  expect(deletionText('user', 4)).toBe('Deleted this version of the message and the 3 messages after it');
});
