import { expect, it } from 'vitest';
import { checkPrompt } from './check-prompt';

const model = { id: 'one', promptCharacterLimit: 20 };

it.each([[' '], ['\n\t '], ['\u00a0\u3000'], ['\u200b\u200d\ufeff'], ['\u2800'], ['\u3164'], ['\u0000'], ['\u0301']])(
  'refuses a prompt in which nothing is seen: %j',
  (prompt) => {
    expect(() => checkPrompt(prompt, model)).toThrow('prompt: Must not be blank');
  },
);

it.each([['x'], ['  猫 '], ['🐱'], ['!'], ['\u200bx']])('takes %j', (prompt) => {
  expect(() => checkPrompt(prompt, model)).not.toThrow();
});

it('refuses what is longer than the model takes', () => {
  expect(() => checkPrompt('x'.repeat(21), model)).toThrow('prompt: Too long: the model one takes at most 20');
});
