import { expect, it } from 'vitest';
import { imagePrompt } from './image-prompt';

it.each([
  ['/image a red kite', 'a red kite'],
  ['/image\n two lines\nof it ', 'two lines\nof it'],
  ['/image', null],
  ['/image   ', null],
  ['/images of cats', null],
  ['say /image a kite', null],
])('reads %j as %j', (text, prompt) => {
  expect(imagePrompt({ text })).toBe(prompt);
});

it('takes no message with attachments for a request', () => {
  const image = { id: 'i', kind: 'image' as const, name: 'a.png', type: 'image/png', bytes: 1, url: 'data:,' };
  expect(imagePrompt({ text: '/image a kite', attachments: [image] })).toBeNull();
});
