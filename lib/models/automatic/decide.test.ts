import { describe, expect, it } from 'vitest';
import type { UpstreamModel } from '../../providers/spec';
import { decideAutomatic, isPrivateBaseUrl, type ListedProvider } from './decide';
import type { Model } from '../model';
import type { TextPrice } from '../price/text';
import { parseServiceFile } from '../service-file';

const SETTINGS = { priceMarkup: '1' };
const OPENAI: ListedProvider = { id: 'openai', baseUrl: 'https://api.openai.com/v1', models: [] };
const UPSTREAM: ListedProvider = { id: 'upstream', baseUrl: 'https://models.example.com/v1', models: [] };
const OLLAMA: ListedProvider = { id: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: [] };
const NONE = new Set<string>();

const decide = (
  provider: ListedProvider,
  models: UpstreamModel[],
  settings: Parameters<typeof decideAutomatic>[3] = SETTINGS,
) => decideAutomatic({ ...provider, models }, [], NONE, settings);
const priceOf = (provider: ListedProvider, model: UpstreamModel, settings = SETTINGS): TextPrice | undefined =>
  decide(provider, [model], settings).models[0]?.price;

const fileModel = (text: string): Model[] => {
  const outcome = parseServiceFile('f', text, { OPENAI_API_KEY: 'k' });
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  return outcome.file.models;
};

describe('the price of an automatic model', () => {
  const pricing = { prompt: '0.000001', completion: '0.000002', cacheRead: '0.0000001' };

  it('is the upstream’s own price with the markup, if it has one', () => {
    expect(priceOf(OPENAI, { id: 'gpt-4o', pricing }, { priceMarkup: '1.5' })).toEqual({
      inputNanoUsd: 1_500_000_000n,
      outputNanoUsd: 3_000_000_000n,
      cacheInputNanoUsd: 150_000_000n,
    });
  });

  it('is the dated list’s if the upstream has none', () => {
    expect(priceOf(OPENAI, { id: 'gpt-4o' })?.outputNanoUsd).toBe(10_000_000_000n);
    expect(priceOf(UPSTREAM, { id: 'gpt-4o' })?.outputNanoUsd).toBe(10_000_000_000n);
  });

  it('is the price of embedded models for Ollama and private addresses', () => {
    const local = { inputNanoUsd: 50_000_000n, outputNanoUsd: 100_000_000n };
    expect(priceOf(OLLAMA, { id: 'llama3' })).toEqual(local);
    expect(priceOf({ ...OLLAMA, baseUrl: 'https://ollama.example.com/v1' }, { id: 'llama3' })).toEqual(local);
    expect(priceOf({ ...UPSTREAM, baseUrl: 'http://10.0.0.7:8000/v1' }, { id: 'org/big' })).toEqual(local);
  });

  it('is UPSTREAM_PRICE for the single upstream, even at a private address', () => {
    const settings = { priceMarkup: '2', upstreamPrice: '0.15/0.60' };
    const set = { inputNanoUsd: 150_000_000n, outputNanoUsd: 600_000_000n };
    expect(priceOf(UPSTREAM, { id: 'org/big' }, settings)).toEqual(set);
    expect(priceOf({ ...UPSTREAM, baseUrl: 'http://127.0.0.1:8000/v1' }, { id: 'org/big' }, settings)).toEqual(set);
    expect(priceOf(OPENAI, { id: 'org/big' }, settings)).toBeUndefined();
    expect(priceOf(OLLAMA, { id: 'org/big' }, settings)?.inputNanoUsd).toBe(50_000_000n);
  });

  it('is unknown if the upstream’s own is not an amount and nothing else is known', () => {
    expect(priceOf(UPSTREAM, { id: 'auto', pricing: { prompt: '-1', completion: '-1' } })).toBeUndefined();
    expect(priceOf(UPSTREAM, { id: 'org/big' })).toBeUndefined();
  });
});

describe('what is served', () => {
  it('is summarized in one line', () => {
    const models = ['gpt-4o', 'gpt-4o-mini', 'whisper-1', 'dall-e-3', 'gpt-99'].map((id) => ({ id }));
    const decided = decide(OPENAI, models);
    expect(decided.models.map((model) => model.id)).toEqual(['gpt-4o', 'gpt-4o-mini']);
    expect(decided.line).toBe(
      'openai: 5 listed, 2 served, 3 without a price; `npm run -s admin -- service init` writes a file to fill in',
    );
    expect(decided.unpriced).toEqual([{ id: 'gpt-99' }]);
  });

  it('leaves out models that are not known to be text models', () => {
    const models: UpstreamModel[] = [
      { id: 'llama3' },
      { id: 'nomic-embed-text' },
      { id: 'bge-m3' },
      { id: 'flux.1-dev' },
      { id: 'painter', kind: 'image' },
      { id: 'both', kind: 'text+image' },
      { id: 'odd', kind: 'gadget' },
      { id: 'seeing', kind: 'text+image->text' },
      { id: 'talking', kind: 'chat' },
      { id: 'reclip', kind: 'model' },
    ];
    const decided = decide(OLLAMA, models);
    expect(decided.models.map((model) => model.id)).toEqual(['llama3', 'seeing', 'talking', 'reclip']);
    expect(decided.line).toBe('ollama: 10 listed, 4 served, 6 not known to be text');
  });

  it('rewrites names with a colon and keeps the upstream’s own name', () => {
    const decided = decide(OLLAMA, [{ id: 'llama3:8b' }, { id: 'llama3-8b' }, { id: '/models/big.gguf' }]);
    expect(decided.models.map((model) => [model.id, model.upstreams])).toEqual([
      ['llama3-8b', [{ provider: 'ollama', model: 'llama3:8b', weight: 1 }]],
      ['big.gguf', [{ provider: 'ollama', model: '/models/big.gguf', weight: 1 }]],
    ]);
    expect([...decided.names]).toEqual([['llama3:8b', 'llama3-8b']]);
    expect(decided.line).toBe('ollama: 3 listed, 2 served, 1 under names already taken');
  });

  it('serves no name that is invalid in a header or an address, and keeps the upstream’s own name', () => {
    const long = 'x'.repeat(129);
    const listed = ['qwen-通义', 'a\r\nx-evil: 1', '@cf/meta/llama', '模型', '\u0000', long];
    const decided = decide(OLLAMA, [...listed.map((id) => ({ id })), { id: 'shown', name: 'bad \ud800 \n name' }]);
    expect(decided.models.map((model) => [model.id, model.upstreams[0]?.model, model.name])).toEqual([
      ['qwen--', 'qwen-通义', 'qwen--'],
      ['a-x-evil-1', 'a\r\nx-evil: 1', 'a-x-evil-1'],
      ['cf/meta/llama', '@cf/meta/llama', 'cf/meta/llama'],
      ['shown', 'shown', 'shown'],
    ]);
    expect(decided.line).toBe('ollama: 7 listed, 4 served, 3 with names that are not model ids');
  });

  it('leaves a name to the provider that already serves it', () => {
    const decided = decideAutomatic({ ...OPENAI, models: [{ id: 'gpt-4o' }] }, [], new Set(['gpt-4o']), SETTINGS);
    expect(decided.models).toEqual([]);
    expect(decided.line).toBe('openai: 1 listed, 0 served, 1 under names already taken');
  });

  it('counts models of the service file as served, under the file’s id and price', () => {
    const inFile = fileModel(
      'models: [{ id: new, upstreams: [{ provider: openai, model: gpt-99 }], price: { input: "1", output: "2" } }]',
    );
    const decided = decideAutomatic({ ...OPENAI, models: [{ id: 'gpt-99' }] }, inFile, new Set(['new']), SETTINGS);
    expect(decided.models).toEqual([]);
    expect(decided.line).toBe('openai: 1 listed, 1 served');
  });

  it('reports why a list could not be read', () => {
    const decided = decideAutomatic({ ...OLLAMA, failure: 'connection refused' }, [], NONE, SETTINGS);
    expect(decided.line).toBe('ollama: could not list its models (connection refused); 0 listed, 0 served');
  });

  it('takes sizes and abilities from the upstream first, then from the dated list', () => {
    const [model] = decide(OPENAI, [{ id: 'gpt-4o', createdSeconds: 1_715_367_049, contextTokens: 1_000 }]).models;
    expect(model).toMatchObject({
      name: 'gpt-4o',
      createdSeconds: 1_715_367_049,
      class: 'XS',
      privacy: 'anonymized',
      contextTokens: 1_000,
      maxCompletionTokens: 1_000,
      defaultCompletionTokens: 1_000,
      abilities: ['tools', 'schema', 'vision', 'multiple_images', 'logprobs'],
    });
    expect(decide(OLLAMA, [{ id: 'llama3', name: 'Llama 3' }]).models[0]).toMatchObject({
      name: 'Llama 3',
      privacy: 'private',
      contextTokens: 32_768,
      defaultCompletionTokens: 8_192,
      abilities: ['tools', 'schema', 'logprobs'],
    });
  });
});

describe('the abilities of an automatic model', () => {
  const abilitiesOf = (provider: ListedProvider, model: UpstreamModel) =>
    decide(provider, [model], { priceMarkup: '1', upstreamPrice: '1/1' }).models[0]?.abilities;

  it('are those that the upstream reports and this service knows', () => {
    const abilities = ['vision', 'tools', 'flying', 'constructor'];
    expect(abilitiesOf(UPSTREAM, { id: 'org/big', abilities })).toEqual(['tools', 'vision']);
    expect(abilitiesOf(OPENAI, { id: 'gpt-4o', abilities: [] })).toEqual([]);
  });

  it('are the dated list’s if the upstream reports none', () => {
    expect(abilitiesOf(OPENAI, { id: 'gpt-4o' })).toEqual(['tools', 'schema', 'vision', 'multiple_images', 'logprobs']);
  });

  it('are the usual ones if nobody reports any', () => {
    expect(abilitiesOf(UPSTREAM, { id: 'org/big' })).toEqual(['tools', 'schema', 'logprobs']);
  });
});

describe('isPrivateBaseUrl', () => {
  it.each([
    'http://127.0.0.1:1/v1',
    'http://localhost/v1',
    'http://[::1]:8000',
    'http://192.168.1.4',
    'http://vllm:8000/v1',
    'http://gpu.internal/v1',
    'http://gpu.internal./v1',
    'http://localhost./v1',
    'http://169.254.169.254/v1',
    'http://[fd00::1]/v1',
    'http://2130706433/v1',
  ])('accepts %s', (address) => {
    expect(isPrivateBaseUrl(address)).toBe(true);
  });

  it.each([
    'https://api.openai.com/v1',
    'https://api.openai.com./v1',
    'http://8.8.8.8/v1',
    'http://[2606:4700::1]/v1',
    'https://local.example.com',
  ])('rejects %s', (address) => {
    expect(isPrivateBaseUrl(address)).toBe(false);
  });
});
