import { describe, expect, it } from 'vitest';
import { isApiError } from '../core/errors';
import { catalog, installCatalog } from './catalog';
import {
  assertModelAllowed,
  findAllowedModel,
  findModel,
  findModelByName,
  findModelOf,
  isPermitted,
  type ModelCaller,
} from './find';
import { testCatalog } from './test-catalog';
import { WHOLE_FILE, WHOLE_FILE_ENVIRONMENT } from './test-whole-file';

const ROW = 'upstreams: [{ provider: embedded, model: x }], price: { input: "1", output: "2" }';
const BUILT = testCatalog(
  `models:
  - { id: demo-text-s, traits: [default, fastest], ${ROW} }
  - { id: qwen2.5-coder-1.5b, ${ROW} }
  - { id: org/Big_Model, ${ROW} }
  - { id: open, privacy: anonymized, ${ROW} }
  - { id: best, pro: true, ${ROW} }
aliases: { house: qwen2.5-coder-1.5b, demo-text-s:x: open }`,
  {
    automatic: [
      { id: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: [{ id: 'llama3:8b' }, { id: 'llama3' }] },
    ],
  },
);

const find = (name: string) => {
  const { model, suffix } = findModel(name, BUILT);
  return [model.id, suffix];
};

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (thrown) {
    return isApiError(thrown) ? `${thrown.status} ${thrown.code}` : String(thrown);
  }
  return 'nothing thrown';
};

describe('findModel', () => {
  it.each([
    ['demo-text-s', 'demo-text-s', 'an exact id'],
    ['qwen2-5-coder-1-5b', 'qwen2.5-coder-1.5b', 'dots as dashes'],
    ['demo_text s', 'demo-text-s', 'underscores and spaces as dashes'],
    ['demo.text.s', 'demo-text-s', 'dots for dashes'],
    ['ORG/big-model', 'org/Big_Model', 'case-insensitive at last'],
    ['fastest', 'demo-text-s', 'a trait'],
    ['default', 'demo-text-s', 'the default'],
    ['house', 'qwen2.5-coder-1.5b', 'an alias'],
    ['HOUSE', 'qwen2.5-coder-1.5b', 'an alias, case-insensitive'],
    ['gpt-3.5-turbo', 'demo-text-s', 'a name that clients send by default'],
    ['gpt-3-5-turbo', 'demo-text-s', 'such a name, dashed'],
    ['llama3:8b', 'llama3-8b', 'an upstream’s name with a colon'],
    ['llama3', 'llama3', 'the part before its colon, a model of its own'],
    ['demo-text-s:x', 'open', 'an alias with a colon, exact match'],
  ])('reads "%s" as %s: %s', (name, id) => {
    expect(find(name)).toEqual([id, {}]);
  });

  it('splits the suffix off at the colon', () => {
    expect(find('demo-text-s:enable_web_search=on&include_svc_system_prompt=false')).toEqual([
      'demo-text-s',
      { enable_web_search: 'on', include_svc_system_prompt: 'false' },
    ]);
  });

  it('reads a suffix after a trait, an alias, a loose name and a name with a colon', () => {
    const suffix = { strip_thinking_response: 'true' };
    for (const [name, id] of [
      ['fastest', 'demo-text-s'],
      ['house', 'qwen2.5-coder-1.5b'],
      ['DEMO.text.s', 'demo-text-s'],
      ['llama3:8b', 'llama3-8b'],
    ]) {
      expect(find(`${name}:strip_thinking_response=true`)).toEqual([id, suffix]);
    }
  });

  it.each([
    ['character_slug=a%20b%26c', { character_slug: 'a b&c' }],
    ['character_slug=a:b=c', { character_slug: 'a:b=c' }],
    ['character_slug=%zz', { character_slug: '%zz' }],
    ['enable_e2ee=true&enable_x_search=true&temperature=1', { enable_x_search: 'true' }],
    ['disable_thinking=true&&nonsense&disable_thinking=false', { disable_thinking: 'false' }],
    ['free', {}],
    ['', {}],
    ['__proto__=1', {}],
  ])('reads the suffix "%s"', (text, suffix) => {
    expect(find(`demo-text-s:${text}`)).toEqual(['demo-text-s', suffix]);
  });

  it.each([
    'nope',
    '',
    ':',
    'nope:enable_web_search=on',
    ':enable_web_search=on',
    'constructor',
    'x'.repeat(2_000),
    ':'.repeat(900),
  ])('rejects "%s"', (name) => {
    expect(codeOf(() => findModel(name, BUILT))).toBe('404 MODEL_NOT_FOUND');
  });

  it('says where to find the names', () => {
    expect(() => findModel('nope', BUILT)).toThrow(
      'No model is named "nope". GET /api/v1/models lists the available models.',
    );
    expect(() => findModel('y'.repeat(5_000), BUILT)).toThrow(`"${'y'.repeat(120)}…"`);
  });
});

describe('a model of another type', () => {
  const whole = testCatalog(WHOLE_FILE, {}, WHOLE_FILE_ENVIRONMENT);

  it.each([
    ['demo-image', 'an id'],
    ['DEMO.image', 'an id matched loosely'],
    ['dall-e-2', 'an alias'],
    ['tts-1', 'a name that clients send by default'],
    ['demo-image:enable_web_search=on', 'an id with a suffix'],
  ])('is 400 INVALID_MODEL for a chat, with its type: %s, %s', (name) => {
    expect(codeOf(() => findModel(name, whole))).toBe('400 INVALID_MODEL');
  });

  it('says what to do', () => {
    expect(() => findModel('tts-1', whole)).toThrow(
      'The model "demo-tts" is of type tts; this needs one of type text. GET /api/v1/models?type=text lists those.',
    );
  });

  it.each([
    ['text', 'default', 'demo-text-s'],
    ['text', 'gpt-4o', 'demo-text-s'],
    ['embedding', 'default', 'demo-embed'],
    ['embedding', 'text-embedding-3-small', 'demo-embed'],
    ['embedding', 'text-embedding-ada-002', 'demo-embed'],
    ['image', 'default', 'demo-image'],
    ['image', 'highest_quality', 'demo-image'],
    ['image', 'fastest', 'demo-image-pixels'],
    ['image', 'dall-e-3', 'demo-image'],
    ['image', 'gpt-image-1', 'demo-image'],
    ['image', 'Highest.Quality', 'demo-image'],
    ['inpaint', 'default', 'demo-edit'],
    ['upscale', 'default', 'demo-upscale'],
    ['tts', 'tts-1-hd', 'demo-tts'],
    ['asr', 'whisper-1', 'demo-asr'],
    ['music', 'default', 'demo-music'],
    ['video', 'demo_video', 'demo-video'],
  ] as const)('a search for type %s reads "%s" as %s', (type, name, id) => {
    expect(findModelOf(type, name, whole).model.id).toBe(id);
  });

  it.each(['highest_quality', 'demo-nothing'])('a chat rejects "%s"', (name) => {
    expect(codeOf(() => findModel(name, whole))).toBe('404 MODEL_NOT_FOUND');
  });

  it('compatible names are unknown if no model of their type is served', () => {
    for (const [type, name] of [
      ['embedding', 'text-embedding-3-small'],
      ['image', 'dall-e-3'],
      ['tts', 'tts-1'],
      ['asr', 'whisper-1'],
    ] as const) {
      expect(codeOf(() => findModelOf(type, name, BUILT))).toBe('404 MODEL_NOT_FOUND');
    }
  });

  it('yields to a similar name of the requested type', () => {
    const price = 'upstreams: [{ provider: embedded, model: x }], price: { input: "1", output: "1" }';
    const built = testCatalog(`models:
  - { id: big.one, type: embedding, ${price} }
  - { id: big_one, ${price} }`);
    expect(findModel('big-one', built).model.id).toBe('big_one');
    expect(findModelOf('embedding', 'big-one', built).model.id).toBe('big.one');
    expect(findModelByName('big-one', built)?.id).toBe('big_one');
  });

  it('is found by name alone, whatever its type', () => {
    for (const id of whole.models.keys()) expect(findModelByName(id, whole)?.id).toBe(id);
    expect(findModelByName('default', whole)?.id).toBe('demo-text-s');
    expect(findModelByName('highest_quality', whole)?.id).toBe('demo-image');
  });
});

it('findAllowedModel finds the model only for callers who may use it', () => {
  const installed = catalog();
  installCatalog(BUILT);
  const caller: ModelCaller = { kind: 'session', account: { pro: false } };
  expect(findAllowedModel('open:strip_thinking_response=true', { caller })).toEqual(
    findModel('open:strip_thinking_response=true', BUILT),
  );
  expect(codeOf(() => findAllowedModel('best', { caller }))).toBe('401 PRO_ONLY_MODEL');
  expect(codeOf(() => findAllowedModel('nobody', { caller }))).toBe('404 MODEL_NOT_FOUND');
  installCatalog(installed);
});

describe('assertModelAllowed', () => {
  const key = (modelPrivacy: NonNullable<ModelCaller['modelPrivacy']>, pro = false): ModelCaller => ({
    kind: 'key',
    account: { pro },
    modelPrivacy,
  });
  const outcome = (id: string, caller: ModelCaller) =>
    codeOf(() => assertModelAllowed(findModel(id, BUILT).model, caller));

  it('allows Pro models only to Pro accounts', () => {
    expect(outcome('best', key('ALL'))).toBe('401 PRO_ONLY_MODEL');
    expect(outcome('best', { kind: 'anonymous' })).toBe('401 PRO_ONLY_MODEL');
    expect(outcome('best', key('ALL', true))).toBe('nothing thrown');
  });

  it('limits a restricted key to private models', () => {
    expect(outcome('open', key('PRIVATE_ONLY'))).toBe('403 UNAUTHORIZED');
    expect(outcome('open', key('PRIVATE_TEXT'))).toBe('403 UNAUTHORIZED');
    expect(outcome('house', key('PRIVATE_ONLY'))).toBe('nothing thrown');
    expect(outcome('open', key('ALL'))).toBe('nothing thrown');
    expect(outcome('open', { kind: 'session', account: { pro: false } })).toBe('nothing thrown');
  });

  it('answers 503 for a model that is set offline, if the caller may use it', () => {
    const offline = testCatalog(`models:
  - { id: away, offline: true, privacy: anonymized, ${ROW} }`);
    const refusal = (caller: ModelCaller) => codeOf(() => assertModelAllowed(findModel('away', offline).model, caller));
    expect(refusal(key('ALL'))).toBe('503 MODEL_OFFLINE');
    expect(refusal(key('PRIVATE_ONLY'))).toBe('403 UNAUTHORIZED');
  });

  it.each<[string, NonNullable<ModelCaller['modelPrivacy']>, boolean]>([
    ['text', 'PRIVATE_TEXT', false],
    ['embedding', 'PRIVATE_TEXT', false],
    ['image', 'PRIVATE_TEXT', true],
    ['text', 'PRIVATE_ONLY', false],
    ['embedding', 'PRIVATE_ONLY', false],
    ['image', 'PRIVATE_ONLY', false],
    ['image', 'ALL', true],
  ])('an anonymized %s model under a key of %s: %s', (type, modelPrivacy, expected) => {
    const price =
      type === 'image'
        ? 'price: { generation: "1", upscale: { 2x: "1", 4x: "1" } }'
        : 'price: { input: "1", output: "1" }';
    const built = testCatalog(
      `models: [{ id: open, type: ${type}, privacy: anonymized, upstreams: [{ provider: embedded, model: x }], ${price} }]`,
    );
    const model = findModelByName('open', built);
    expect(model && isPermitted(model, key(modelPrivacy))).toBe(expected);
  });

  it('can be asked in advance with isPermitted', () => {
    const { model } = findModel('open', BUILT);
    expect(isPermitted(model, key('PRIVATE_TEXT'))).toBe(false);
    expect(isPermitted(model, { kind: 'anonymous' })).toBe(true);
  });
});
