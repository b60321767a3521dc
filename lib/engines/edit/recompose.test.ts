import { describe, expect, it } from 'vitest';
import { changePrompt } from './recompose';
import type { SceneChange } from './step';
import { growsLinearly } from '../../platform/testing/test-growth';

const change = (prompt: string, ...changes: SceneChange[]) => changePrompt({ prompt, seed: 7 }, changes);

describe('changePrompt', () => {
  it.each([
    ['a cat', 'a fox in a forest, elsewhere a cat'],
    ['a cat on the left', 'a fox in a forest, a cat on the left'],
    ['a snowman', 'a fox in a forest, elsewhere a snowman'],
    ['heavy rain', 'a fox in a forest, heavy rain'],
    ['the snow', 'a fox in a forest, the snow'],
  ])('adds %s where there is space', (what, prompt) => {
    expect(change('a fox in a forest', { kind: 'add', what }).prompt).toBe(prompt);
  });

  it('adds objects to an empty prompt, and removes them again', () => {
    expect(change('', { kind: 'add', what: 'a cat' }).prompt).toBe('a cat');
    const changes: SceneChange[] = [
      { kind: 'add', what: 'two cats' },
      { kind: 'remove', what: 'the cats' },
    ];
    expect(change('a fox in a forest', ...changes).prompt).toBe('a fox in a forest');
  });

  it('removes objects from the prompt, and keeps them out', () => {
    const { prompt, negativePrompt } = change('a fox and two tall trees in a meadow', {
      kind: 'remove',
      what: 'the trees',
    });
    expect(prompt).toBe('a fox in a meadow');
    expect(negativePrompt).toBe('trees');
  });

  it('removes things with the side that they were on', () => {
    const { prompt } = change('a kite over a hill, two cats on the left', { kind: 'remove', what: 'cats' });
    expect(prompt).toBe('a kite over a hill');
  });

  it('lets in again what was removed before', () => {
    const changes: SceneChange[] = [
      { kind: 'remove', what: 'cat' },
      { kind: 'add', what: 'a cat' },
    ];
    expect(change('a cat on a sofa', ...changes).negativePrompt).toBeUndefined();
  });

  it('replaces objects', () => {
    expect(change('a dog at the beach', { kind: 'replace', what: 'dog', by: 'a fox' }).prompt).toBe(
      'a fox at the beach',
    );
    expect(change('three boats', { kind: 'replace', what: 'boats', by: 'two whales' }).prompt).toContain('two whales');
  });

  it('has one time of day, season, and place', () => {
    expect(change('a house at sunset', { kind: 'set', what: 'at night' }).prompt).toBe('a house, at night');
    expect(change('a farm in summer', { kind: 'set', what: 'in winter' }).prompt).toBe('a farm, in winter');
    expect(change('a dog at the beach', { kind: 'set', what: 'in the forest' }).prompt).toBe('a dog, in the forest');
  });

  it('colors objects, and forgets their former color', () => {
    expect(change('a red car in a city', { kind: 'describe', what: 'the car', as: 'blue' }).prompt).toBe(
      'a blue car in a city',
    );
  });

  it('keeps the seed and survives patterns in names', () => {
    const result = change(
      'a (strange [prompt',
      { kind: 'remove', what: 'c++ (' },
      { kind: 'replace', what: '[x', by: '$&' },
    );
    expect(result.seed).toBe(7);
  });

  it('cuts the words that joined what was removed', () => {
    expect(change('a fox and with, a cat', { kind: 'remove', what: 'cat' }).prompt).toBe('a fox');
    expect(change('a sand castle with a flag', { kind: 'remove', what: 'a flag' }).prompt).toBe('a sand castle');
  });

  const KINDS: SceneChange[] = [
    { kind: 'add', what: 'a dog' },
    { kind: 'remove', what: 'a cat' },
    { kind: 'replace', what: 'cat', by: 'a dog' },
    { kind: 'set', what: 'at night' },
    { kind: 'set', what: 'in the heavy rain in winter' },
    { kind: 'set', what: 'in the forest' },
    { kind: 'describe', what: 'the cat', as: 'red' },
  ];

  it.each([
    ...[' ', '\n', ',', ' ,', ', ', '7', '7 ', 'a', '-'],
    ...[' and', ' with', ' and with', ', and', ' at', ' in the', ' heavy', ' the', ' during', ' under the'],
    ...[' next to', ' in front of', ' two', ' a', ' two tall', ' one two', ' several-', ' red', ' red cat'],
    ...[' night', ' rain', ' winter', ' in the forest', ' cat', ' cats'],
  ])('takes time in proportion to the length of a forged prompt of %j', (filling) => {
    const changes = Array.from({ length: 6 }, () => KINDS).flat();
    const edit = (prompt: string) => changePrompt({ prompt, negativePrompt: prompt, seed: 7 }, changes);
    expect(growsLinearly(filling, 950, edit)).toBe(true);
  });

  it.each([
    ['spaces', ' '],
    ['line ends', '\n'],
    ['commas', ' ,'],
    ['numbers', '7'],
    ['words', 'and with '],
    ['joining words', 'with '],
  ])('takes a moment for a forged prompt of %s, as long as a file can be', (_, filling) => {
    const changes = Array.from({ length: 40 }, (): SceneChange[] => [
      { kind: 'set', what: 'at night' },
      { kind: 'remove', what: 'a cat' },
    ]).flat();
    const forged = `${filling.repeat(40_000 / filling.length)}x`;
    // Time of the processor, because the machine may be busy with other tests.
    const before = process.cpuUsage();
    const { prompt, negativePrompt } = changePrompt(
      { prompt: `a fox ${forged}`, negativePrompt: `fog ${forged}`, seed: 7 },
      changes,
    );
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
    expect(Math.max(prompt.length, negativePrompt?.length ?? 0)).toBeLessThanOrEqual(4_000);
  });
});
