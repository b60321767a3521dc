import { describe, expect, it } from 'vitest';
import type { ListedProvider } from './automatic/decide';
import { buildCatalog, catalog, installCatalog } from './catalog';
import type { Catalog } from './model';
import { initServiceFile } from './service-file/init';
import { embeddedListing, testCatalog } from './test-catalog';
import { WHOLE_FILE, WHOLE_FILE_ENVIRONMENT } from './test-whole-file';

const SMALL = embeddedListing('smollm2-135m');
const BETTER = embeddedListing('qwen2.5-coder-1.5b');
const OPENAI: ListedProvider = {
  id: 'openai',
  baseUrl: 'https://api.openai.com/v1',
  models: [{ id: 'gpt-4o' }, { id: 'gpt-5-mini' }, { id: 'whisper-1' }],
};
const OLLAMA: ListedProvider = {
  id: 'ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  models: [{ id: 'llama3:8b' }, { id: 'gpt-4o' }],
};
const SETTINGS = { priceMarkup: '1' };
const BIG = '{ id: big, upstreams: [{ provider: openai, model: x }], price: { input: "1", output: "2" } }';

const ids = (built: Catalog) => [...built.models.keys()];
const withDefault = (built: Catalog) =>
  [...built.models.values()].filter((model) => model.traits.includes('default')).map((model) => model.id);

describe('buildCatalog', () => {
  it('serves embedded and automatic models without a service file', () => {
    const built = buildCatalog({
      serviceFile: null,
      embedded: [SMALL],
      automatic: [OPENAI, OLLAMA],
      settings: SETTINGS,
    });
    expect(ids(built)).toEqual(['smollm2-135m', 'gpt-4o', 'gpt-5-mini', 'llama3-8b']);
    expect(built.models.get('smollm2-135m')).toMatchObject({
      class: 'XS',
      privacy: 'private',
      upstreams: [{ provider: 'embedded', model: 'smollm2-135m', weight: 1 }],
    });
    expect(built.notes).toEqual([
      'openai: 3 listed, 2 served, 1 without a price; `npm run -s admin -- service init` writes a file to fill in',
      'ollama: 2 listed, 1 served, 1 under names already taken',
    ]);
  });

  it('serves only the file’s models if it includes nothing else', () => {
    const built = testCatalog(`include: []\nsystem_prompt: Hi\nmodels: [${BIG}]`, {
      embedded: [SMALL],
      automatic: [OPENAI],
    });
    expect(ids(built)).toEqual(['big']);
    expect(built.notes).toEqual([]);
    expect(built.systemPrompt).toBe('Hi');
  });

  it('has a short system prompt unless the file replaces or empties it', () => {
    const { systemPrompt } = buildCatalog({ serviceFile: null, embedded: [], automatic: [], settings: SETTINGS });
    expect(systemPrompt).toMatch(/^You are a helpful assistant\. .+\.$/);
    expect(testCatalog('include: []').systemPrompt).toBe(systemPrompt);
    expect(testCatalog('include: []\nsystem_prompt: ""').systemPrompt).toBe('');
    // The file that `npm run -s admin -- service init` writes changes nothing, and shows the default.
    const written = initServiceFile({ listed: [], settings: SETTINGS });
    expect(testCatalog(written).systemPrompt).toBe(systemPrompt);
    expect(testCatalog(written.replace('# system_prompt', 'system_prompt')).systemPrompt).toBe(systemPrompt);
  });

  it('prefers the file’s model to an embedded one of the same id', () => {
    const built = testCatalog(
      'models: [{ id: smollm2-135m, name: Mine, upstreams: [{ provider: embedded, model: smollm2-135m }], price: { input: "9", output: "9" } }]',
      { embedded: [SMALL] },
    );
    expect(ids(built)).toEqual(['smollm2-135m']);
    expect(built.models.get('smollm2-135m')).toMatchObject({ name: 'Mine', price: { inputNanoUsd: 9_000_000_000n } });
  });
});

describe('the trait default', () => {
  it.each([
    [
      'the file’s choice',
      'models: [{ id: a, upstreams: [{ provider: embedded, model: a }], price: { input: "1", output: "1" } }, { id: b, traits: [fastest, default], upstreams: [{ provider: embedded, model: b }], price: { input: "1", output: "1" } }]',
      [BETTER, SMALL],
      'b',
    ],
    [
      'an embedded model rather than one that the file merely adds',
      `models: [${BIG}]`,
      [BETTER, SMALL],
      'qwen2.5-coder-1.5b',
    ],
    ['else the file’s first', `models: [${BIG}]`, [], 'big'],
    ['else the preferred embedded model', '', [BETTER, SMALL], 'qwen2.5-coder-1.5b'],
    ['which may be the small one, while the better one is loaded', '', [SMALL, BETTER], 'smollm2-135m'],
    ['else the first', '', [SMALL], 'smollm2-135m'],
    ['else the first automatic one', '', [], 'gpt-4o'],
  ])('is %s', (_which, yaml, embedded, expected) => {
    const built = testCatalog(yaml, { embedded, automatic: [OPENAI] });
    expect(withDefault(built)).toEqual([expected]);
    expect(built.traits.get('text')?.get('default')).toBe(expected);
  });

  it('stays with the embedded model where an upstream serves a better one of the same name', () => {
    const automatic = [{ ...OLLAMA, models: [{ id: 'qwen2.5-coder:1.5b' }] }];
    expect(withDefault(testCatalog('', { embedded: [SMALL], automatic }))).toEqual(['smollm2-135m']);
  });

  it('goes to a model that is not offline, unless the operator chose it', () => {
    const away = (traits = '') => `models: [${BIG.replace('{ id', `{ offline: true, ${traits} id`)}]`;
    expect(withDefault(testCatalog(away(), { automatic: [OPENAI] }))).toEqual(['gpt-4o']);
    expect(withDefault(testCatalog(away('traits: [default],'), { automatic: [OPENAI] }))).toEqual(['big']);
    expect(withDefault(testCatalog(away()))).toEqual(['big']);
  });

  it('is on one model of each type, the first if none is named', () => {
    const built = testCatalog(WHOLE_FILE, { embedded: [SMALL] }, WHOLE_FILE_ENVIRONMENT);
    expect(Object.fromEntries([...built.traits].map(([type, traits]) => [type, traits.get('default')]))).toEqual({
      text: 'demo-text-s',
      embedding: 'demo-embed',
      image: 'demo-image',
      inpaint: 'demo-edit',
      upscale: 'demo-upscale',
      tts: 'demo-tts',
      asr: 'demo-asr',
      music: 'demo-music',
      video: 'demo-video',
    });
    expect(withDefault(built)).toHaveLength(9);
  });

  it('is on no model if none is served', () => {
    const built = testCatalog('');
    expect(built.traits.size + built.aliases.size + built.models.size).toBe(0);
  });

  it('is listed beside other traits', () => {
    const built = testCatalog(`models: [${BIG.replace('}', '} ').replace('{ id', '{ traits: [fastest], id')}]`);
    expect([...(built.traits.get('text') ?? [])]).toEqual([
      ['default', 'big'],
      ['fastest', 'big'],
    ]);
  });
});

describe('embedded models', () => {
  it('can call tools, follow a schema and return log probabilities', () => {
    const built = testCatalog('', { embedded: [SMALL] });
    expect(built.models.get('smollm2-135m')).toMatchObject({ abilities: ['tools', 'schema', 'logprobs'] });
  });
});

describe('a replacement', () => {
  const going = (replacement: string) =>
    BIG.replace('{ id: big', `{ id: big, deprecation: { date: 2036-01-01, remap: true, replacement: ${replacement} }`);

  it('of another type is left out with a note', () => {
    const text = `models: [${going('smollm2-135m').replace('id: big', 'id: big, type: embedding')}]`;
    const built = testCatalog(text, { embedded: [SMALL] });
    expect(built.models.get('big')?.deprecation).toMatchObject({ autoRemap: false, replacement: undefined });
    expect(built.notes).toEqual(['the replacement of big is left out: "smollm2-135m" is of type text, not embedding']);
  });
});

describe('aliases', () => {
  it('map the names that clients send by default to the default model', () => {
    const built = testCatalog('', { embedded: [SMALL] });
    expect(Object.fromEntries(built.aliases)).toEqual({
      'gpt-4o': 'smollm2-135m',
      'gpt-4o-mini': 'smollm2-135m',
      'gpt-3.5-turbo': 'smollm2-135m',
    });
  });

  it('map each of those names to the default of its type', () => {
    const built = testCatalog(WHOLE_FILE, {}, WHOLE_FILE_ENVIRONMENT);
    expect(Object.fromEntries(built.aliases)).toEqual({
      'claude-sonnet-4': 'demo-text-s',
      'dall-e-2': 'demo-image',
      'gpt-4o': 'demo-text-s',
      'gpt-4o-mini': 'demo-text-s',
      'gpt-3.5-turbo': 'demo-text-s',
      'text-embedding-ada-002': 'demo-embed',
      'text-embedding-3-small': 'demo-embed',
      'text-embedding-3-large': 'demo-embed',
      'dall-e-3': 'demo-image',
      'gpt-image-1': 'demo-image',
      'tts-1': 'demo-tts',
      'tts-1-hd': 'demo-tts',
      'whisper-1': 'demo-asr',
    });
  });

  it('never hide a model of the same name', () => {
    const built = testCatalog('', { embedded: [SMALL], automatic: [OPENAI] });
    expect(built.aliases.has('gpt-4o')).toBe(false);
    expect(built.aliases.get('gpt-4o-mini')).toBe('smollm2-135m');
  });

  it('set by the operator override automatic models and compatible names', () => {
    const built = testCatalog(`models: [${BIG}]\naliases: { gpt-4o: big, gpt-4o-mini: "llama3:8b" }`, {
      automatic: [OPENAI, OLLAMA],
    });
    expect(built.models.has('gpt-4o')).toBe(false);
    expect(built.aliases.get('gpt-4o')).toBe('big');
    expect(built.aliases.get('gpt-4o-mini')).toBe('llama3-8b');
  });

  it('keep the upstream’s own name of a renamed model', () => {
    expect(testCatalog('', { automatic: [OLLAMA] }).aliases.get('llama3:8b')).toBe('llama3-8b');
  });

  it('without a target are left out with a note', () => {
    const built = testCatalog('aliases: { mine: nothing }', { embedded: [SMALL] });
    expect(built.aliases.has('mine')).toBe(false);
    expect(built.notes).toEqual(['the alias mine is left out: no model "nothing" is served']);
  });
});

describe('installCatalog', () => {
  it('replaces the whole catalog', () => {
    const first = testCatalog('', { embedded: [SMALL] });
    installCatalog(first);
    expect(catalog()).toBe(first);
    const second = testCatalog('', { embedded: [BETTER] });
    installCatalog(second);
    expect(ids(catalog())).toEqual(['qwen2.5-coder-1.5b']);
  });
});
