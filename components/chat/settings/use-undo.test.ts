import { expect, it } from 'vitest';
import { addStep, changedField } from './use-undo';

const step = (before: string, field: string | null, at: number) => ({ before, field, at });

it('takes changes of one field that follow each other as one step', () => {
  const steps = [step('a', 'system', 0), step('b', 'system', 1_000), step('c', 'system', 2_000)].reduce(
    (known, next) => addStep(known, next),
    [] as readonly ReturnType<typeof step>[],
  );
  expect(steps.map(({ before }) => before)).toEqual(['a']);
  expect(addStep(steps, step('d', 'system', 4_000)).map(({ before }) => before)).toEqual(['a', 'd']);
  expect(addStep(steps, step('d', 'seed', 2_001)).map(({ before }) => before)).toEqual(['a', 'd']);
});

it('takes a whole replacement as a step of its own, and forgets what is long ago', () => {
  let steps: readonly ReturnType<typeof step>[] = [];
  for (let at = 0; at < 60; at += 1) steps = addStep(steps, step(String(at), null, at));
  expect(steps).toHaveLength(50);
  expect(steps.at(0)?.before).toBe('10');
});

it('knows the field that was changed, also by an invalid value', () => {
  type Form = { settings: { seed: number | null; stop: string[] }; wrongTexts: { seed?: string } };
  const before: Form = { settings: { seed: null, stop: [] }, wrongTexts: { seed: 'a' } };
  expect(changedField(before, { ...before, wrongTexts: { seed: 'ab' } })).toBe('seed');
  expect(changedField(before, { settings: { ...before.settings, seed: 3 }, wrongTexts: {} })).toBe('seed');
  expect(changedField(before, { settings: { ...before.settings, stop: [] }, wrongTexts: {} })).toBeNull();
  expect(changedField(before, before)).toBeNull();
});
