import { expect, it } from 'vitest';
import { commandOf, matchingPrompts } from './prompts';
import { nextBlank, typedCommand } from './typed';

const prompt = (name: string) => ({ id: name, name, text: 'Text.' });

it('recognizes a command as long as nothing else is typed', () => {
  expect(typedCommand('/')).toBe('');
  expect(typedCommand('/Sum')).toBe('sum');
  for (const text of ['', 'sum', '/sum up', ' /sum', '/sum\n', 'a/b']) expect(typedCommand(text)).toBeNull();
});

it('finds prompts by their name in one word, those that begin with the command first', () => {
  const prompts = [prompt('Mail a summary'), prompt('Summary of a page'), prompt('Summarize'), prompt('Translate')];
  expect(matchingPrompts(prompts, 'sum').map(({ name }) => name)).toEqual([
    'Summarize',
    'Summary of a page',
    'Mail a summary',
  ]);
  expect(matchingPrompts(prompts, 'summary-of')).toHaveLength(1);
  expect(matchingPrompts(prompts, '')).toHaveLength(4);
  expect(commandOf(' Mail  a Summary ')).toBe('mail-a-summary');
});

it('finds the blanks of a prompt, one after the other', () => {
  const text = 'Write to {{name}} about {{the topic}}. {{{x}}} {{\n}}';
  expect(nextBlank(text, 0)).toEqual({ start: 9, end: 17 });
  expect(nextBlank(text, 17)).toEqual({ start: 24, end: 37 });
  expect(nextBlank(text, 46)).toBeNull();
});
