import { expect, it } from 'vitest';
import { fitOf, threadsFor } from './fit';
import { findChatModelEntry } from './manifest';

const entry = (id: string) => {
  const found = findChatModelEntry(id);
  if (!found) throw new Error(`${id} is not in the manifest`);
  return found;
};
const LARGER = entry('qwen2.5-coder-1.5b');

it.each([
  [7.7e9, undefined, 8_192],
  [16.5e9, undefined, 16_384],
  [33.5e9, undefined, 32_768],
  [33.5e9, 3_500, 16_384],
  [33.5e9, 2_600, 8_192],
])('gives the larger model context by memory (%d) and bound (%s): %d tokens', (machineBytes, megabytes, tokens) => {
  const { contextTokens, memoryBytes, boundBytes } = fitOf(LARGER, megabytes, machineBytes);
  expect(contextTokens).toBe(tokens);
  expect(memoryBytes).toBeLessThanOrEqual(boundBytes);
});

it('never gives a model more context than it has, nor less than the least', () => {
  expect(fitOf(entry('smollm2-135m'), undefined, 64e9).contextTokens).toBe(8_192);
  const tooSmall = fitOf(LARGER, 1_000, 64e9);
  expect(tooSmall.contextTokens).toBe(8_192);
  expect(tooSmall.memoryBytes).toBeGreaterThan(tooSmall.boundBytes);
});

it.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 8],
])('leaves one of %d cores to the service: %d threads', (cores, threads) => {
  expect(threadsFor(cores)).toBe(threads);
});
