import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Script, type ScriptedUpstream, startScriptedUpstream } from '../conformance/scripted-upstream';
import { listModels } from './list-models';

const LISTS: Record<string, { body: unknown; expected: unknown }> = {
  OpenAI: {
    body: { object: 'list', data: [{ id: 'gpt-x', object: 'model', created: 1_700_000_000, owned_by: 'system' }] },
    expected: [{ id: 'gpt-x', createdSeconds: 1_700_000_000 }],
  },
  vLLM: {
    body: {
      data: [{ id: 'org/big', created: 5, max_model_len: 32_768, root: 'org/big', parent: null, permission: [{}] }],
    },
    expected: [{ id: 'org/big', createdSeconds: 5, contextTokens: 32_768 }],
  },
  OpenRouter: {
    body: {
      data: [
        {
          id: 'maker/model',
          name: 'Maker: Model',
          created: 9,
          context_length: 131_072,
          architecture: { modality: 'text->text', input_modalities: ['text', 'image'], output_modalities: ['text'] },
          supported_parameters: ['tools', 'tool_choice', 'structured_outputs', 'reasoning', 'temperature'],
          pricing: { prompt: '0.00000015', completion: '0.0000006', input_cache_read: '0.00000007', image: '0' },
          top_provider: { max_completion_tokens: 16_384, context_length: 131_072 },
        },
        { id: 'router/auto', pricing: { prompt: '-1', completion: '-1' } },
      ],
    },
    expected: [
      {
        id: 'maker/model',
        name: 'Maker: Model',
        createdSeconds: 9,
        contextTokens: 131_072,
        maxCompletionTokens: 16_384,
        kind: 'text',
        abilities: ['tools', 'schema', 'reasoning', 'reasoning_effort', 'vision', 'multiple_images'],
        pricing: { prompt: '0.00000015', completion: '0.0000006', cacheRead: '0.00000007' },
      },
      { id: 'router/auto' },
    ],
  },
  'OpenRouter before its lists of modalities': {
    body: { data: [{ id: 'maker/seeing', architecture: { modality: 'text+image->text' } }] },
    expected: [
      {
        id: 'maker/seeing',
        kind: 'text+image->text',
        abilities: ['tools', 'schema', 'logprobs', 'vision', 'multiple_images'],
      },
    ],
  },
  Mistral: {
    body: {
      data: [
        {
          id: 'mistral-x',
          max_context_length: 131_072,
          capabilities: { completion_chat: true, function_calling: false, vision: true, audio: false },
        },
      ],
    },
    expected: [
      { id: 'mistral-x', contextTokens: 131_072, abilities: ['schema', 'logprobs', 'vision', 'multiple_images'] },
    ],
  },
  'llama.cpp, which reports abilities beside the list': {
    body: {
      models: [{ name: 'model.gguf', model: 'model.gguf', capabilities: ['completion', 'multimodal'] }],
      object: 'list',
      data: [{ id: 'model.gguf', object: 'model', created: 3, owned_by: 'llamacpp', meta: { n_ctx_train: 8_192 } }],
    },
    expected: [
      {
        id: 'model.gguf',
        createdSeconds: 3,
        abilities: ['tools', 'schema', 'logprobs', 'vision', 'multiple_images'],
      },
    ],
  },
  'LM Studio': {
    body: {
      data: [
        { id: 'qwen-vl', type: 'vlm', max_context_length: 32_768 },
        { id: 'plain', type: 'llm', capabilities: ['tool_use'] },
        { id: 'odd', type: 'llm', capabilities: 'all', supported_parameters: 7 },
      ],
    },
    expected: [
      {
        id: 'qwen-vl',
        contextTokens: 32_768,
        kind: 'vlm',
        abilities: ['tools', 'schema', 'logprobs', 'vision', 'multiple_images'],
      },
      { id: 'plain', kind: 'llm', abilities: ['tools', 'schema', 'logprobs'] },
      { id: 'odd', kind: 'llm' },
    ],
  },
  Fireworks: {
    body: { data: [{ id: 'accounts/x/models/y', supports_image_input: true, supports_tools: false }] },
    expected: [{ id: 'accounts/x/models/y', abilities: ['schema', 'logprobs', 'vision', 'multiple_images'] }],
  },
  'Ollama’s own route': {
    body: { models: [{ name: 'llama3:8b', model: 'llama3:8b', size: 4_000_000_000 }] },
    expected: [{ id: 'llama3:8b', name: 'llama3:8b' }],
  },
  'a bare list with invalid entries': {
    body: [{ id: 'a', type: 'chat' }, { id: 'a' }, null, 7, {}, { id: '' }, { id: 'x'.repeat(400) }],
    expected: [{ id: 'a', kind: 'chat' }],
  },
};

const scripts: Record<string, Script> = {};
let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await startScriptedUpstream(scripts);
});
afterAll(() => upstream.stop());

const list = () => listModels({ id: 'lab', baseUrl: upstream.baseUrl }, new AbortController().signal);

describe('listModels', () => {
  it.each(Object.entries(LISTS))('reads the layout of %s', async (_, { body, expected }) => {
    scripts['/v1/models'] = { body };
    expect(await list()).toEqual(expected);
  });

  it.each<[string, Script]>([
    ['a refusal', { status: 401, body: {} }],
    ['a page', { raw: { type: 'text/html', text: '<html></html>' } }],
    ['another JSON', { body: { hello: 1 } }],
  ])('fails on %s', async (_, script) => {
    scripts['/v1/models'] = script;
    await expect(list()).rejects.toMatchObject({ kind: 'cut' });
  });

  it('limits the size', async () => {
    scripts['/v1/models'] = { raw: { type: 'application/json', text: ' '.repeat(17_000_000) } };
    await expect(list()).rejects.toMatchObject({ kind: 'too_large' });
  });
});
