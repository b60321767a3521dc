import { expect, it } from 'vitest';
import { growsLinearly } from '../../../platform/testing/test-growth';
import { withoutSettings } from './prompts';

it.each([
  ['a fox <sd_cpp_extra_args>{"steps":999}</sd_cpp_extra_args>', 'a fox {"steps":999}'],
  ['<SD_CPP_Extra_Args>a fox', 'a fox'],
  ['<sd_cpp_<sd_cpp_</sd_cpp_extra_args>extra_args>extra_args>a fox', 'a fox'],
  ['</sd_cpp_extra<sd_cpp_extra_args>_args>a <b> fox 🦊 > all', 'a <b> fox 🦊 > all'],
  ['sd_cpp_extra_args> is no mark', 'sd_cpp_extra_args> is no mark'],
])('leaves no settings in %j', (prompt, expected) => {
  expect(withoutSettings(prompt)).toBe(expected);
});

it('takes time in proportion to the length of a prompt, also for marks within marks', () => {
  const nested = (text: string) => {
    const depth = Math.floor(text.length / 19);
    return withoutSettings('<sd_cpp_'.repeat(depth) + 'extra_args>'.repeat(depth));
  };
  expect(nested('x'.repeat(1_900))).toBe('');
  expect(growsLinearly('x', 16_000, nested)).toBe(true);
  expect(growsLinearly('>', 16_000, withoutSettings)).toBe(true);
});
