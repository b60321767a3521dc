import { expect, it } from 'vitest';
import { pauseText } from './pause-text';

it('says why the queue is paused and how much of it waits', () => {
  expect(pauseText({ reason: 'out_of_credit', until: null }, 1)).toBe('Paused until you top up. 1 request waits.');
  expect(pauseText({ reason: 'busy', until: 9 }, 3)).toBe(
    'Paused for a moment: there were too many requests. 3 requests wait.',
  );
});
