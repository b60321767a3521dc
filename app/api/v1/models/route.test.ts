import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { installCatalog } from '@/lib/models/catalog';
import { ModelList, NameList, WireModel } from '@/lib/models/contract';
import { embeddedListing, testCatalog } from '@/lib/models/test-catalog';
import { WHOLE_FILE, WHOLE_FILE_ENVIRONMENT } from '@/lib/models/test-whole-file';
import type { Database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET as retrieve } from './[...id]/route';
import { GET as mapping } from './compatibility_mapping/route';
import { GET as list } from './route';
import { GET as traits } from './traits/route';

const SERVICE_FILE = `models:
  - { id: demo-text-s, name: Demo Text S, description: "Small general model.", created: 2026-03-01, class: S, context: 131072,
      max_completion: 16384, traits: [default], capabilities: [tools, schema, reasoning, reasoning_effort, vision],
      quantization: fp8, upstreams: [{ provider: embedded, model: x }], price: { input: "0.2", output: "0.9", cache_input: "0.05" } }
  - { id: lab/coder, created: 2026-03-01, traits: [default_code], capabilities: [code], privacy: anonymized,
      upstreams: [{ provider: embedded, model: x }], price: { input: "1", output: "2", cache_write: "1.25" } }
aliases: { gpt-4: demo-text-s, claude: lab/coder }`;

let db: Database;
let restricted = '';
let privateText = '';
const BUILT = () => testCatalog(SERVICE_FILE, { embedded: [embeddedListing('smollm2-135m')] });
beforeAll(async () => {
  db = await openTestDatabase();
  const account = await makeTestAccount('models@example.com');
  restricted = (await makeTestKey(account.id, { type: 'INFERENCE', modelPrivacy: 'PRIVATE_ONLY' })).secret;
  privateText = (await makeTestKey(account.id, { type: 'INFERENCE', modelPrivacy: 'PRIVATE_TEXT' })).secret;
  installCatalog(BUILT());
});
afterAll(() => db.close());

const headers = (key?: string): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` });
const address = (path: string) => `http://localhost/api/v1/models${path}`;
const getList = (query = '', key?: string) => list(new Request(address(query), { headers: headers(key) }));
const getOne = (id: string, key?: string) =>
  retrieve(new Request(address(`/${id}`), { headers: headers(key) }), {
    params: Promise.resolve({ id: id.split('/').map(decodeURIComponent) }),
  });
const idsOf = async (response: Response) => ModelList.parse(await response.json()).data.map((model) => model.id);

describe('GET /models 200', () => {
  it('lists text models, newest first, then by ID', async () => {
    const response = await getList();
    expect(response.status).toBe(200);
    expect(await idsOf(response)).toEqual(['demo-text-s', 'lab/coder', 'smollm2-135m']);
  });

  it('describes a model in the documented layout, with the abilities that this service can serve', async () => {
    const { object, type, data } = ModelList.parse(await (await getList()).json());
    expect({ object, type }).toEqual({ object: 'list', type: 'text' });
    expect(data[0]).toEqual({
      id: 'demo-text-s',
      object: 'model',
      created: 1_772_323_200,
      owned_by: 'svc',
      type: 'text',
      context_length: 131_072,
      model_spec: {
        name: 'Demo Text S',
        description: 'Small general model.',
        modelSource: '',
        privacy: 'private',
        beta: false,
        betaModel: false,
        offline: false,
        traits: ['default'],
        availableContextTokens: 131_072,
        maxCompletionTokens: 16_384,
        capabilities: {
          optimizedForCode: false,
          quantization: 'fp8',
          supportsFunctionCalling: true,
          supportsAudioInput: false,
          supportsReasoning: true,
          supportsReasoningEffort: true,
          reasoningEffortOptions: ['low', 'medium', 'high'],
          defaultReasoningEffort: 'medium',
          supportsResponseSchema: true,
          supportsMultipleImages: false,
          supportsVision: true,
          supportsVideoInput: false,
          supportsWebSearch: false,
          supportsLogProbs: false,
          supportsTeeAttestation: false,
          supportsE2EE: false,
          supportsXSearch: false,
        },
        constraints: { temperature: { default: 1 }, top_p: { default: 1 } },
        pricing: {
          input: { usd: 0.2, diem: 0.2 },
          output: { usd: 0.9, diem: 0.9 },
          cache_input: { usd: 0.05, diem: 0.05 },
        },
      },
    });
  });

  it.each([
    ['?type=all', ['demo-text-s', 'lab/coder', 'smollm2-135m']],
    ['?type=code', ['lab/coder']],
    ['?type=image', []],
    ['?type=embedding&page=2', []],
    ['?page=1', ['demo-text-s', 'lab/coder', 'smollm2-135m']],
  ])('filters by %s', async (query, ids) => {
    expect(await idsOf(await getList(query))).toEqual(ids);
  });

  it('returns the requested type', async () => {
    expect(await (await getList('?type=tts')).json()).toEqual({ object: 'list', type: 'tts', data: [] });
  });

  it('shows a restricted key only what it may call', async () => {
    expect(await idsOf(await getList('', restricted))).toEqual(['demo-text-s', 'smollm2-135m']);
  });
});

describe('GET /models 400 and 401', () => {
  it.each(['?type=chat', '?type=', '?type=Text'])('refuses %s', async (query) => {
    const response = await getList(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path: ['type'] }] });
  });

  it('refuses an invalid key', async () => {
    expect((await getList('', 'SVC_INFERENCE_KEY_nonsense')).status).toBe(401);
  });
});

describe('models of all types', () => {
  const TYPES: Record<string, string[]> = {
    text: ['demo-text-s', 'smollm2-135m', 'demo-text-old'],
    embedding: ['demo-embed'],
    image: ['demo-image', 'demo-image-pixels'],
    inpaint: ['demo-edit'],
    upscale: ['demo-upscale'],
    tts: ['demo-tts'],
    asr: ['demo-asr'],
    music: ['demo-music'],
    video: ['demo-video'],
  };
  beforeAll(() =>
    installCatalog(testCatalog(WHOLE_FILE, { embedded: [embeddedListing('smollm2-135m')] }, WHOLE_FILE_ENVIRONMENT)),
  );
  afterAll(() => installCatalog(BUILT()));

  it.each(Object.entries(TYPES))('are listed by type: %s', async (type, ids) => {
    const response = await getList(`?type=${type}`);
    const body: unknown = await response.json();
    const { data } = ModelList.parse(body);
    expect(body).toEqual(ModelList.parse(body));
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(new Set(data.map((model) => model.type))).toEqual(new Set([type]));
  });

  it('are listed together, newest first, then by ID', async () => {
    const rest = Object.values(TYPES).flat().slice(2).sort();
    expect(await idsOf(await getList('?type=all'))).toEqual(['demo-text-s', 'smollm2-135m', ...rest]);
    expect(await idsOf(await getList('?type=code'))).toEqual(['demo-text-old']);
    expect(await idsOf(await getList())).toEqual(TYPES.text);
  });

  it.each(Object.values(TYPES).flat())('%s is found by its ID', async (id) => {
    expect(WireModel.parse(await (await getOne(id)).json()).id).toBe(id);
  });

  it('have their own traits and aliases', async () => {
    const data = async (route: typeof list, type: string) =>
      NameList.parse(await (await route(new Request(address(`?type=${type}`)))).json()).data;
    expect(await data(traits, 'image')).toEqual({
      default: 'demo-image',
      fastest: 'demo-image-pixels',
      highest_quality: 'demo-image',
    });
    expect(await data(traits, 'video')).toEqual({ default: 'demo-video' });
    expect(await data(mapping, 'image')).toEqual({
      'dall-e-2': 'demo-image',
      'dall-e-3': 'demo-image',
      'gpt-image-1': 'demo-image',
    });
    expect(await data(mapping, 'asr')).toEqual({ 'whisper-1': 'demo-asr' });
    expect(await data(mapping, 'video')).toEqual({});
  });
});

describe('a key with restricted models', () => {
  const price = 'upstreams: [{ provider: embedded, model: x }], privacy: anonymized, price: ';
  const OPEN = `include: []
models:
  - { id: text, ${price} { input: "1", output: "1" } }
  - { id: embedding, type: embedding, ${price} { input: "1", output: "0" } }
  - { id: image, type: image, ${price} { generation: "1", upscale: { 2x: "1", 4x: "1" } } }
  - { id: asr, type: asr, ${price} { per_audio_second: "1" } }
  - { id: house, type: asr, upstreams: [{ provider: embedded, model: x }], price: { per_audio_second: "1" } }`;
  beforeAll(() => installCatalog(testCatalog(OPEN)));
  afterAll(() => installCatalog(BUILT()));

  it('of PRIVATE_TEXT sees no anonymized text and embedding models', async () => {
    expect(await idsOf(await getList('?type=all', privateText))).toEqual(['asr', 'house', 'image']);
    expect((await getOne('embedding', privateText)).status).toBe(404);
  });

  it('of PRIVATE_ONLY sees no anonymized models', async () => {
    expect(await idsOf(await getList('?type=all', restricted))).toEqual(['house']);
    const names = await mapping(new Request(address('?type=image'), { headers: headers(restricted) }));
    expect(await names.json()).toMatchObject({ data: {} });
  });
});

describe('GET /models/{id}', () => {
  it.each([
    ['demo-text-s', 'demo-text-s'],
    ['lab/coder', 'lab/coder'],
    ['lab%2Fcoder', 'lab/coder'],
    ['gpt-3.5-turbo', 'demo-text-s'],
    ['default_code', 'lab/coder'],
  ])('answers %s with the bare model', async (id, expected) => {
    const response = await getOne(id);
    expect(response.status).toBe(200);
    expect(WireModel.parse(await response.json()).id).toBe(expected);
  });

  it.each(['nope', 'lab', 'demo-text-s:enable_web_search=on'])('404 for %s', async (id) => {
    const response = await getOne(id);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: `No model is named "${id}". GET /api/v1/models lists the available models.`,
      code: 'MODEL_NOT_FOUND',
    });
  });

  it('404 for a model that the key may not see', async () => {
    expect((await getOne('lab/coder', restricted)).status).toBe(404);
    expect((await getOne('demo-text-s', restricted)).status).toBe(200);
  });
});

describe('GET /models/traits and /models/compatibility_mapping', () => {
  const names = async (route: typeof list, query = '', key?: string) =>
    NameList.parse(await (await route(new Request(address(query), { headers: headers(key) }))).json());

  it('lists traits', async () => {
    expect(await names(traits)).toEqual({
      object: 'list',
      type: 'text',
      data: { default: 'demo-text-s', default_code: 'lab/coder' },
    });
  });

  it('lists aliases', async () => {
    expect((await names(mapping)).data).toEqual({
      claude: 'lab/coder',
      'gpt-3.5-turbo': 'demo-text-s',
      'gpt-4': 'demo-text-s',
      'gpt-4o': 'demo-text-s',
      'gpt-4o-mini': 'demo-text-s',
    });
  });

  it('lists none of other types, and none that the key may not call', async () => {
    expect(await names(traits, '?type=image')).toEqual({ object: 'list', type: 'image', data: {} });
    expect((await names(mapping, '', restricted)).data).not.toHaveProperty('claude');
    expect((await names(traits, '', restricted)).data).toEqual({ default: 'demo-text-s' });
  });

  it.each([traits, mapping])('refuses an unknown type', async (route) => {
    expect((await route(new Request(address('?type=all')))).status).toBe(400);
  });
});
