import { expect, it } from 'vitest';
import { erasedText } from './erased-text';

it('says how much was deleted', () => {
  expect(erasedText('user', 1)).toBe('Deleted the message');
  expect(erasedText('assistant', 1)).toBe('Deleted the answer');
  expect(erasedText('assistant', 2)).toBe('Deleted this version of the answer and the message after it');
  expect(erasedText('user', 4)).toBe('Deleted this version of the message and the 3 messages after it');
});
