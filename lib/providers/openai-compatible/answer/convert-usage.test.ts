import { expect, it } from 'vitest';
import { convertUsage } from './convert-usage';

it.each([
  ['OpenRouter', { prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 12 } }],
  ['LiteLLM', { prompt_tokens_details: { cached_tokens: 20, cache_creation_tokens: 12 } }],
  ['another installation', { prompt_tokens_details: { cached_tokens: 20, cache_creation_input_tokens: 12 } }],
  ['Anthropic', { cache_read_input_tokens: 20, cache_creation_input_tokens: 12 }],
])('reads cached and cache-writing tokens by the names of %s', (_name, members) => {
  expect(convertUsage({ prompt_tokens: 44, completion_tokens: 21, ...members })).toEqual({
    promptTokens: 44,
    completionTokens: 21,
    cachedTokens: 20,
    cacheWriteTokens: 12,
  });
});

it('never lets the parts of a prompt exceed it', () => {
  const details = { cached_tokens: 30, cache_creation_input_tokens: 30 };
  expect(convertUsage({ prompt_tokens: 44, completion_tokens: 1, prompt_tokens_details: details })).toMatchObject({
    cachedTokens: 30,
    cacheWriteTokens: 14,
  });
});
