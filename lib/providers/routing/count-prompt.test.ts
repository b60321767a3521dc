import { expect, it } from 'vitest';
import { installProviders } from '../registry';
import type { PromptToCount, Provider } from '../spec';
import { promptCounterOf } from './count-prompt';
import { fakeProvider, modelOf } from './test-models';

it('passes on the whole prompt, with the upstream’s own model name', async () => {
  const seen: PromptToCount[] = [];
  installProviders([{ id: 'a', countPromptTokens: async (prompt) => seen.push(prompt) }]);
  const { signal } = new AbortController();
  const prompt = { messages: [], tools: [{ name: 'look' }], toolChoice: 'none' as const, signal };
  await promptCounterOf(modelOf(['a', 1]))?.(prompt);
  expect(seen).toEqual([{ ...prompt, model: 'a-model' }]);
});

it('counts only if every upstream can, and returns the highest count', async () => {
  const counting = (id: string, tokens: number): Provider => ({ id, countPromptTokens: async () => tokens });
  const two = modelOf(['a', 1], ['b', 3]);
  installProviders([counting('a', 5), counting('b', 9)]);
  expect(await promptCounterOf(two)?.({ messages: [] })).toBe(9);
  installProviders([counting('a', 5), fakeProvider('b')]);
  expect(promptCounterOf(two)).toBeUndefined();
});
