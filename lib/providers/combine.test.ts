import { describe, expect, it } from 'vitest';
import { ApiError, type ErrorCode } from '../core/errors';
import type { TextModel } from '../models/model';
import { chatModelOf, promptCounterOf } from './combine';
import { installProviders } from './registry';
import type { ChatCall, ChatPart, Provider } from './spec';

const model = (upstreams: TextModel['upstreams']): TextModel => ({
  id: 'big',
  type: 'text',
  name: 'Big',
  description: '',
  createdSeconds: 0,
  source: '',
  privacy: 'private',
  class: 'S',
  contextTokens: 4_096,
  maxCompletionTokens: 1_024,
  defaultCompletionTokens: 512,
  traits: [],
  abilities: [],
  quantization: 'not-available',
  defaults: { temperature: 1, topP: 1 },
  price: { inputNanoUsd: 1n, outputNanoUsd: 1n },
  upstreams,
  proOnly: false,
});

const routes: { provider: string; retries: number }[] = [];
const call = (signal = new AbortController().signal): ChatCall => ({
  model: 'big',
  messages: [],
  sampling: {},
  maxTokens: 1,
  stop: [],
  choices: 1,
  extra: {},
  onRoute: (route) => routes.push(route),
  signal,
});

/** A provider that answers with the model's name it was given, or fails before or after its first part. */
function provider(id: string, fails?: { code: ErrorCode; after?: number }): Provider {
  return {
    id,
    chat: async function* chat({ model: name }) {
      if (fails?.after) yield { type: 'text', choice: 0, text: 'begun' };
      if (fails) throw new ApiError(fails.code, 'no');
      yield { type: 'text', choice: 0, text: name };
    },
  };
}

async function collect(parts: AsyncIterable<ChatPart>): Promise<string> {
  let text = '';
  for await (const part of parts) if (part.type === 'text') text += part.text;
  return text;
}

const two = model([
  { provider: 'a', model: 'a-model', weight: 1 },
  { provider: 'b', model: 'b-model', weight: 3 },
]);

describe('chatModelOf', () => {
  it('chooses by weight and calls the upstream by its own name', async () => {
    installProviders([provider('a'), provider('b')]);
    expect(await collect(chatModelOf(two, () => 0.2)(call()))).toBe('a-model');
    expect(await collect(chatModelOf(two, () => 0.3)(call()))).toBe('b-model');
    const counts = { 'a-model': 0, 'b-model': 0 };
    for (let round = 0; round < 400; round += 1) {
      counts[(await collect(chatModelOf(two)(call()))) as keyof typeof counts] += 1;
    }
    expect(counts['b-model'] / 400).toBeGreaterThan(0.6);
    expect(counts['a-model']).toBeGreaterThan(40);
  });

  it.each<ErrorCode>(['MODEL_OFFLINE', 'MODEL_OVERLOADED', 'MODEL_AT_CAPACITY', 'INFERENCE_FAILED'])(
    'asks another upstream after %s before the first part, and says so',
    async (code) => {
      installProviders([provider('a', { code }), provider('b')]);
      routes.length = 0;
      expect(await collect(chatModelOf(two, () => 0)(call()))).toBe('b-model');
      expect(routes).toEqual([
        { provider: 'a', retries: 0 },
        { provider: 'b', retries: 1 },
      ]);
    },
  );

  it.each<ErrorCode>(['INVALID_REQUEST', 'TOO_MANY_TOKENS', 'REQUEST_TIMEOUT'])('does not after %s', async (code) => {
    installProviders([provider('a', { code }), provider('b')]);
    await expect(collect(chatModelOf(two, () => 0)(call()))).rejects.toMatchObject({ code });
  });

  it('never does once something was produced, or the caller left', async () => {
    installProviders([provider('a', { code: 'INFERENCE_FAILED', after: 1 }), provider('b')]);
    await expect(collect(chatModelOf(two, () => 0)(call()))).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    installProviders([provider('a', { code: 'INFERENCE_FAILED' }), provider('b')]);
    const gone = collect(chatModelOf(two, () => 0)(call(AbortSignal.abort())));
    await expect(gone).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
  });

  it('is offline without an upstream or its provider', async () => {
    installProviders([]);
    await expect(collect(chatModelOf(two)(call()))).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
    await expect(collect(chatModelOf(model([]))(call()))).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
  });
});

describe('promptCounterOf', () => {
  it('hands the caller’s signal on', async () => {
    const seen: unknown[] = [];
    installProviders([{ id: 'a', countPromptTokens: async ({ signal }) => seen.push(signal) }]);
    const { signal } = new AbortController();
    await promptCounterOf(model([{ provider: 'a', model: 'm', weight: 1 }]))?.([], signal);
    expect(seen).toEqual([signal]);
  });

  it('counts only where every upstream can, and takes the highest', async () => {
    const counting = (id: string, tokens: number): Provider => ({ id, countPromptTokens: async () => tokens });
    installProviders([counting('a', 5), counting('b', 9)]);
    expect(await promptCounterOf(two)?.([])).toBe(9);
    installProviders([counting('a', 5), provider('b')]);
    expect(promptCounterOf(two)).toBeUndefined();
  });
});
