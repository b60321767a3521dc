import { expect, it } from 'vitest';
import { modeText } from './mode-text';

it('says where answers come from', () => {
  expect(modeText({})).toBe('Answers come from the model alone.');
  expect(modeText({ readLinks: true })).toBe('Answers come from the model and from the pages that messages link to.');
  expect(modeText({ webSearch: 'on', readLinks: true })).toBe('Searches for every message, $0.01 each.');
});
