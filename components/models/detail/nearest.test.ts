import { expect, it } from 'vitest';
import { nearestNames } from './nearest';

const NAMES = ['smollm2-135m', 'qwen2.5-coder-1.5b', 'openai/whisper-large-v3', 'demo-text-s', 'demo-text-m'];

it.each([
  ['smollm-135m', ['smollm2-135m']],
  ['whisper-large', ['openai/whisper-large-v3']],
  ['DEMO_TEXT', ['demo-text-s', 'demo-text-m']],
  ['zzz', []],
  ['', []],
])('finds what %s may have meant', (wanted, near) => {
  expect(nearestNames(wanted, NAMES)).toEqual(near);
});

it('finds no more than requested', () => {
  expect(nearestNames('demo-text', NAMES, 1)).toEqual(['demo-text-s']);
});
