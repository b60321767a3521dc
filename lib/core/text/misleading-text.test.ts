import { expect, it } from 'vitest';
import { hasMisleadingMarks } from './misleading-text';

it.each(['', 'worker', 'Straße 7', 'עובד', 'عامل', '働く人', '👩‍💻', 'a\u200db', 'two\nlines'])(
  '%j is allowed',
  (text) => {
    expect(hasMisleadingMarks(text)).toBe(false);
  },
);

it.each(['gpj.\u202eexe', '\u2066a', 'b\u2069', '\ud83d', 'a\udc00', '\udc00\ud800'])('%j is not', (text) => {
  expect(hasMisleadingMarks(text)).toBe(true);
});
