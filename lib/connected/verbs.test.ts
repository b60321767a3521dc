import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isApiError } from '../core/errors';
import { database, type Database } from '../platform/db';
import { settings } from '../platform/env';
import { openTestDatabase } from '../platform/testing/test-database';
import { dumpTables } from '../platform/testing/test-dump';
import { installActive } from './active';
import type { AddProvider } from './contract';
import { loadConnected } from './load';
import { mergeConnected, NOTHING_CONNECTED } from './merge';
import { readStored } from './stored';
import { startTestUpstream, type TestUpstream } from './test-upstream';
import { listUpstreamModels } from './upstream/list';
import { tryConnected, tryProvider } from './upstream/try-provider';
import { addModels, changeModel, removeModel } from './verbs/models';
import { serveAll } from './verbs/serve-all';
import { addProvider, changeProvider, removeProvider } from './verbs/providers';
import { viewProviders } from './view';

const SECRET = 'sk-test-8f1b6c0e5a7d4e2f';
const { signal } = new AbortController();

let db: Database;
let upstream: TestUpstream;
let other: TestUpstream;
const settled = { ...settings() };
beforeAll(async () => {
  settings().dataDir = mkdtempSync(join(tmpdir(), 'farebox-connected-'));
  upstream = await startTestUpstream();
  other = await startTestUpstream();
});
beforeEach(async () => {
  db = await openTestDatabase();
  Object.assign(upstream, { key: SECRET, answer: 'OK.', fails: false, failsLists: false, hangs: false, requests: [] });
  upstream.models = [
    { id: 'org/big', context_length: 65_536, pricing: { prompt: '0.000001', completion: '0.000002' } },
    { id: 'llama3:8b', context_length: 8_192 },
    { id: 'nomic-embed-text' },
  ];
  other.requests = [];
});
afterEach(async () => {
  settings().secretsKey = settled.secretsKey;
  settings().databaseUrl = settled.databaseUrl;
  settings().localChains = settled.localChains;
  await db.close();
});
afterAll(async () => {
  await Promise.all([upstream.stop(), other.stop()]);
  rmSync(settings().dataDir, { recursive: true, force: true });
  settings().dataDir = settled.dataDir;
});

const lab = (change: Partial<AddProvider> = {}): AddProvider => ({
  ...{ id: 'lab', preset: 'other', baseUrl: upstream.url, credentials: { apiKey: SECRET }, markup: '2' },
  ...change,
});
const serve = (...names: string[]) =>
  addModels('lab', { models: names.map((upstreamName) => ({ upstreamName })) }, { actor: null, signal });
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isApiError(error) ? `${error.code} ${error.message}` : String(error)),
  );
const audit = async () =>
  (
    await database().query<{ action: string; subject: string; detail: object }>(
      'select action, subject, detail from audit_entry order by at, id',
    )
  ).map(({ action, subject, detail }) => [action, subject, detail]);
const keyOf = async (id: string) => (await readStored()).models.find((row) => row.id === id)?.key ?? '';

describe('a provider', () => {
  it('is added with its key encrypted, and opened with it', async () => {
    await addProvider(lab(), null);
    const stored = await dumpTables();
    expect(stored).toContain('lab');
    expect(stored).not.toContain(SECRET);
    const { revision, providers } = await loadConnected();
    expect(revision).toBe(1);
    expect(providers).toEqual([
      {
        ...{ id: 'lab', enabled: true, problem: null },
        service: { id: 'lab', kind: 'openai-compatible', baseUrl: upstream.url, apiKey: SECRET },
      },
    ]);
    expect(JSON.stringify(await viewProviders())).not.toContain(SECRET);
    expect(await audit()).toEqual([
      [
        'provider.add',
        'lab',
        { preset: 'other', baseUrl: upstream.url, region: null, markup: '2', credentials: 'set' },
      ],
    ]);
  });

  it('has a name of its own', async () => {
    await addProvider(lab(), null);
    expect(await refused(addProvider(lab(), null))).toMatch(/^CONFLICT A provider named "lab" is already connected/);
    expect(await refused(addProvider(lab({ id: 'embedded' }), null))).toMatch(/^INVALID_REQUEST .*id: /);
    expect(await audit()).toHaveLength(1);
  });

  it.each<[string, Partial<AddProvider>, string]>([
    ['an address', { baseUrl: null }, 'baseUrl: Enter the address'],
    ['a key', { preset: 'anthropic', baseUrl: null, credentials: null }, 'credentials: Enter the key'],
    ['a region', { preset: 'amazon-bedrock', baseUrl: null }, 'region: Enter the region'],
    ['no region', { region: 'eu-west-1' }, 'region: Only Amazon Bedrock'],
    [
      'a single key',
      { credentials: { accessKeyId: 'AKIA', secretAccessKey: 'x' } },
      'credentials: Only Amazon Bedrock takes access keys',
    ],
  ])('needs %s', async (_, change, message) => {
    expect(await refused(addProvider(lab(change), null))).toContain(message);
    expect((await readStored()).revision).toBe(0);
  });

  it('never sends a stored key to another server', async () => {
    await addProvider(lab(), null);
    const moved = { baseUrl: other.url };
    expect(await refused(changeProvider('lab', moved, null))).toContain('credentials: Enter the key again');
    const attempt = { provider: 'lab', preset: 'other', ...moved } as const;
    expect(await refused(tryProvider(attempt, signal))).toContain('credentials: Enter the key again');
    expect(
      await refused(tryProvider({ ...attempt, ...{ preset: 'openai', baseUrl: upstream.url } }, signal)),
    ).toContain('Enter the key again');
    expect(other.requests).toEqual([]);
    // The same server at another path keeps it; another key goes anywhere.
    await changeProvider('lab', { baseUrl: `${upstream.url}/` }, null);
    await changeProvider('lab', { ...moved, credentials: { apiKey: 'sk-another' } }, null);
    const [opened] = (await loadConnected()).providers;
    expect(opened?.service).toMatchObject({ baseUrl: other.url, apiKey: 'sk-another' });
    await changeProvider('lab', { credentials: null }, null);
    expect((await loadConnected()).providers[0]?.service).toEqual({
      id: 'lab',
      kind: 'openai-compatible',
      baseUrl: other.url,
    });
    expect(
      (await audit()).map(([action, , detail]) => [action, (detail as { credentials?: string }).credentials]),
    ).toEqual([
      ['provider.add', 'set'],
      ['provider.change', undefined],
      ['provider.change', 'replaced'],
      ['provider.change', 'removed'],
    ]);
    expect(await dumpTables()).not.toMatch(/sk-another|sk-test/);
  });

  it('keeps its key where the address of its vendor is only written out', async () => {
    await addProvider({ id: 'claude', preset: 'anthropic', credentials: { apiKey: SECRET } }, null);
    await changeProvider('claude', { baseUrl: 'https://api.anthropic.com/v1' }, null);
    await changeProvider('claude', { baseUrl: null }, null);
    const elsewhere = changeProvider('claude', { baseUrl: 'https://api.anthropic.example/v1' }, null);
    expect(await refused(elsewhere)).toContain('credentials: Enter the key again');
    const keys = { accessKeyId: 'AKIA', secretAccessKey: 'x' };
    const aws = { id: 'aws', preset: 'amazon-bedrock', region: 'cn-north-1', credentials: keys } as const;
    await addProvider(aws, null);
    const ownHost = 'https://bedrock-runtime.cn-north-1.amazonaws.com.cn';
    expect(await changeProvider('aws', { baseUrl: ownHost }, null)).toEqual({ id: 'aws' });
    await changeProvider('aws', { baseUrl: null }, null);
    expect(await refused(changeProvider('aws', { region: 'eu-west-1' }, null))).toContain('Enter the key again');
  });

  it('is removed with the models that only it serves; the others go on without it', async () => {
    await addProvider(lab(), null);
    await addProvider(lab({ id: 'spare' }), null);
    await serve('org/big', 'llama3:8b');
    await changeModel(
      await keyOf('org/big'),
      {
        upstreams: [
          { provider: 'lab', name: 'org/big' },
          { provider: 'spare', name: 'big' },
        ],
      },
      null,
    );
    expect(await removeProvider('lab', null)).toEqual({ id: 'lab', removedModels: ['llama3-8b'] });
    const { providers, models } = await readStored();
    expect(providers.map(({ id }) => id)).toEqual(['spare']);
    expect(models.map(({ id, entry }) => [id, entry?.upstreams])).toEqual([
      ['org/big', [{ provider: 'spare', name: 'big' }]],
    ]);
    expect((await audit()).at(-1)).toEqual([
      ...['provider.remove', 'lab'],
      { removedModels: ['llama3-8b'], changedModels: ['org/big'] },
    ]);
    expect(await refused(removeProvider('lab', null))).toMatch(/^NOT_FOUND/);
    expect(await refused(changeProvider('lab', { enabled: false }, null))).toMatch(/^NOT_FOUND/);
  });

  it('is one of at most 100, with at most 2,000 models', async () => {
    await addProvider(lab(), null);
    await database().query(
      `insert into connected_provider select 'lab-' || n, preset, base_url, region, markup, null, enabled, created_at, updated_at
         from connected_provider, generate_series(2, 100) n`,
    );
    expect(await refused(addProvider(lab({ id: 'more' }), null))).toMatch(/^CONFLICT At most 100 providers/);
    await serve('org/big');
    await database().query(
      `insert into connected_model select gen_random_uuid(), 'model-' || n, entry, created_at, updated_at
         from connected_model, generate_series(2, 2000) n`,
    );
    expect(await refused(serve('llama3:8b'))).toMatch(/^CONFLICT At most 2000 models/);
    await removeModel('model-2', null);
    expect(await serve('llama3:8b')).toEqual({ added: ['llama3-8b'] });
    await removeProvider('lab-2', null);
    expect(await addProvider(lab({ id: 'more' }), null)).toEqual({ id: 'more' });
  });

  it('cannot be changed on PostgreSQL without SECRETS_KEY, nor with test money', async () => {
    await addProvider(lab(), null);
    settings().databaseUrl = 'postgres://127.0.0.1/x';
    const attempts = () =>
      Promise.all([
        refused(addProvider(lab({ id: 'new' }), null)),
        refused(changeProvider('lab', { credentials: { apiKey: 'sk-x' } }, null)),
        refused(changeProvider('lab', { enabled: false }, null)),
        refused(removeProvider('lab', null)),
        refused(serve('org/big')),
      ]);
    for (const attempt of await attempts()) expect(attempt).toMatch(/^CONFLICT .*SECRETS_KEY/);
    expect((await viewProviders()).editing).toEqual({
      possible: false,
      reason: expect.stringContaining('SECRETS_KEY'),
    });
    // Its key cannot be read either: the provider says so.
    expect((await loadConnected()).providers[0]).toMatchObject({
      service: null,
      problem: expect.stringContaining('SECRETS_KEY'),
    });
    settings().databaseUrl = undefined;
    settings().localChains = true;
    for (const attempt of await attempts()) expect(attempt).toMatch(/^CONFLICT .*test money/);
    expect((await loadConnected()).providers[0]).toMatchObject({
      service: null,
      problem: expect.stringContaining('test money'),
    });
  });

  it('is disabled with words by a wrong key, and works again with the right one, or once its key is entered again', async () => {
    const right = 'a'.repeat(32);
    settings().secretsKey = right;
    await addProvider(lab(), null);
    await addProvider(lab({ id: 'open', credentials: null }), null);
    settings().secretsKey = 'b'.repeat(32);
    const problems = async () => (await loadConnected()).providers.map(({ problem }) => problem);
    expect(await problems()).toEqual([expect.stringContaining('encrypted with another SECRETS_KEY'), null]);
    expect(await listUpstreamModels('lab', signal)).toEqual({
      data: [],
      problem: expect.stringContaining('another SECRETS_KEY'),
    });
    expect(await refused(tryConnected('lab', undefined, signal))).toContain('another SECRETS_KEY');
    settings().secretsKey = right;
    expect(await problems()).toEqual([null, null]);
    settings().secretsKey = 'b'.repeat(32);
    await changeProvider('lab', { credentials: { apiKey: SECRET } }, null);
    expect(await problems()).toEqual([null, null]);
    // Moved to the row of another provider, it does not open.
    await database().query(
      `update connected_provider set sealed_credentials = (select sealed_credentials from connected_provider where id = 'lab') where id = 'open'`,
    );
    expect(await problems()).toEqual([null, expect.stringContaining('damaged')]);
  });
});

it('shows a provider of the environment without a password or a query in its address', async () => {
  const { problems } = NOTHING_CONNECTED;
  const baseUrl = 'https://user:password@gateway.example:8443/v1?key=sk-1';
  installActive({
    revision: 0,
    problems,
    fileModels: new Set(),
    others: [{ id: 'upstream', source: 'environment', kind: 'openai-compatible', baseUrl }],
  });
  const { providers } = await viewProviders();
  installActive({ revision: 0, problems, others: [], fileModels: new Set() });
  expect(providers).toMatchObject([{ id: 'upstream', baseUrl: 'https://gateway.example:8443/v1' }]);
  expect(JSON.stringify(providers)).not.toMatch(/password|sk-1/);
});

describe('a provider of an installation whose key file is damaged', () => {
  const { dataDir } = settings();
  afterEach(() => {
    rmSync(settings().dataDir, { recursive: true });
    settings().dataDir = dataDir;
  });

  it('is disabled with words that name the file; the others are served, and nothing is encrypted', async () => {
    await addProvider(lab(), null);
    await addProvider(lab({ id: 'open', credentials: null }), null);
    settings().dataDir = mkdtempSync(join(tmpdir(), 'farebox-damaged-'));
    const file = join(settings().dataDir, 'secrets.key');
    writeFileSync(file, 'short');
    expect((await loadConnected()).providers.map(({ problem }) => problem)).toEqual([
      expect.stringContaining(`${file} is damaged`),
      null,
    ]);
    expect(await refused(changeProvider('lab', { credentials: { apiKey: SECRET } }, null))).toMatch(
      /^CONFLICT The key cannot be encrypted: .* is damaged/,
    );
    expect(readFileSync(file, 'utf8')).toBe('short');
  });
});

describe('a model', () => {
  beforeEach(async () => void (await addProvider(lab(), null)));

  it('is served with what its provider lists, at the listed price with the markup', async () => {
    expect(await serve('org/big', 'llama3:8b')).toEqual({ added: ['org/big', 'llama3-8b'] });
    const [big, llama] = (await readStored()).models.map(({ entry }) => entry);
    expect(big).toMatchObject({
      ...{ price: { input: '2', output: '4' }, contextTokens: 65_536, maxCompletionTokens: 65_536, aliases: [] },
      ...{ privacy: 'private', isDefault: false, upstreams: [{ provider: 'lab', name: 'org/big' }] },
    });
    // A server on a private address: the price of embedded models.
    expect(llama).toMatchObject({ price: { input: '0.05', output: '0.1' }, aliases: ['llama3:8b'] });
    expect((await audit()).slice(1).map(([action, subject]) => [action, subject])).toEqual([
      ['model.add', 'org/big'],
      ['model.add', 'llama3-8b'],
    ]);
  });

  it('is never served without a price', async () => {
    await addProvider(lab({ id: 'far', baseUrl: 'https://api.unknown.example/v1', credentials: null }), null);
    const add = (model: object) =>
      addModels(
        'far',
        { models: [{ upstreamName: 'mystery', ...model }] },
        // Its list is empty.
        { actor: null, signal, listing: { suggestions: [] } },
      );
    expect(await refused(add({}))).toContain('models.0.price: Enter a price');
    expect(await add({ price: { input: '1', output: '2' } })).toEqual({ added: ['mystery'] });
    // The price list knows it by its name, wherever it is served.
    expect(await add({ upstreamName: 'gpt-4o' })).toEqual({ added: ['gpt-4o'] });
    expect((await readStored()).models.at(-1)?.entry?.price).toMatchObject({ input: '5', output: '20' });
  });

  it('is served at what was shown: nothing that its list decides is guessed while that fails', async () => {
    // In the price list, at other prices than this provider's.
    upstream.models = [{ id: 'gpt-4o', pricing: { prompt: '0.00001', completion: '0.00002' } }];
    const { data } = await listUpstreamModels('lab', signal);
    const [shown] = data;
    expect(shown).toMatchObject({ price: { input: '20', output: '40' }, priceSource: 'provider' });
    upstream.failsLists = true;
    const { price, contextTokens, abilities } = shown ?? {};
    if (!price || !contextTokens || !abilities) throw new Error('not listed');
    const add = (model: object) =>
      addModels('lab', { models: [{ upstreamName: 'gpt-4o', ...model }] }, { actor: null, signal });
    for (const [given, field] of [
      [{}, 'price'],
      [{ price, abilities }, 'contextTokens'],
      [{ price, contextTokens }, 'abilities'],
    ] as const) {
      expect(await refused(add(given))).toMatch(
        new RegExp(`^INVALID_REQUEST .*models\\.0\\.${field}: Enter .* of "gpt-4o": .*It answered with status 500`),
      );
    }
    expect((await readStored()).models).toEqual([]);
    await add({ price, contextTokens, abilities });
    expect((await readStored()).models[0]?.entry).toMatchObject({ price, contextTokens, abilities });
    // One that the list does not have, as the page adds it.
    expect((await listUpstreamModels('lab', signal)).problem).toContain('500');
    await add({ upstreamName: 'mystery', price, contextTokens: 32_768, abilities: ['tools', 'schema'] });
    expect((await readStored()).models[1]?.entry).toMatchObject({
      contextTokens: 32_768,
      abilities: ['tools', 'schema'],
    });
  });

  it('is served with all others of its provider, by one reading of the list', async () => {
    const lists = () => upstream.requests.filter(({ path }) => path === '/v1/models').length;
    await serve('llama3:8b');
    const before = lists();
    const all = () => serveAll('lab', { actor: null, signal });
    expect(await all()).toEqual({ added: ['org/big'], withoutPrice: 0, notText: 1, problem: null });
    expect(lists()).toBe(before + 1);
    expect((await readStored()).models.at(-1)?.entry).toMatchObject({
      ...{ price: { input: '2', output: '4' }, contextTokens: 65_536 },
    });
    // Its names are taken now.
    expect(await all()).toEqual({ added: [], withoutPrice: 0, notText: 1, problem: null });
    upstream.models.push({ id: 'org/new' });
    upstream.failsLists = true;
    expect(await all()).toMatchObject({ added: [], problem: 'It answered with status 500.' });
    expect((await readStored()).models).toHaveLength(2);
  });

  it('is the default if it is the last of those added that wants to be', async () => {
    await serve('llama3:8b');
    await changeModel('llama3-8b', { isDefault: true }, null);
    const add = ['one', 'two', 'three'].map((id) => ({ upstreamName: 'org/big', id, isDefault: id !== 'three' }));
    await addModels('lab', { models: add }, { actor: null, signal });
    expect((await readStored()).models.map(({ id, entry }) => [id, entry?.isDefault, entry?.aliases])).toEqual([
      ['llama3-8b', false, ['llama3:8b']],
      ['one', false, ['org/big']],
      // A suggested alias gives way.
      ['two', true, []],
      ['three', false, []],
    ]);
  });

  it('is listed with its suggested price, and where it is served already', async () => {
    await serve('org/big');
    const { data, problem } = await listUpstreamModels('lab', signal);
    expect(problem).toBeNull();
    expect(
      data.map(({ upstreamName, id, price, priceSource, text, servedAs }) => [
        upstreamName,
        id,
        price,
        priceSource,
        text,
        servedAs,
      ]),
    ).toEqual([
      ['org/big', 'org/big', { input: '2', output: '4' }, 'provider', true, ['org/big']],
      ['llama3:8b', 'llama3-8b', { input: '0.05', output: '0.1' }, 'local', true, []],
      ['nomic-embed-text', 'nomic-embed-text', { input: '0.05', output: '0.1' }, 'local', false, []],
    ]);
  });

  it('is the only default, and has names of its own', async () => {
    await serve('org/big', 'llama3:8b');
    const [big, llama] = [await keyOf('org/big'), await keyOf('llama3-8b')];
    await changeModel(big, { isDefault: true }, null);
    await changeModel(llama, { isDefault: true, aliases: ['fast'] }, null);
    expect((await readStored()).models.map(({ id, entry }) => [id, entry?.isDefault])).toEqual([
      ['org/big', false],
      ['llama3-8b', true],
    ]);
    expect((await audit()).slice(-2)).toEqual([
      ['model.change', 'org/big', { isDefault: { from: true, to: false } }],
      ['model.change', 'llama3-8b', expect.objectContaining({ isDefault: { from: false, to: true } })],
    ]);
    for (const [change, message] of [
      [{ id: 'llama3-8b' }, 'id: "llama3-8b" is already the ID'],
      [{ id: 'fast' }, 'id: "fast" is already an alias'],
      [{ aliases: ['fast'] }, 'aliases: "fast" is already in use'],
      [{ aliases: ['x', 'x'] }, 'aliases: "x" is already in use'],
      [{ aliases: ['org/big'] }, 'aliases: "org/big" is already in use'],
      [{ upstreams: [{ provider: 'nobody', name: 'x' }] }, 'upstreams: No connected provider is named "nobody"'],
      [
        {
          upstreams: [
            { provider: 'lab', name: 'x' },
            { provider: 'lab', name: 'x' },
          ],
        },
        'upstreams.1: Is listed twice',
      ],
      [{ maxCompletionTokens: 65_537 }, 'maxCompletionTokens: 65537 is more than the context'],
    ] as const) {
      expect(await refused(changeModel(big, change as never, null))).toContain(message);
    }
    await changeModel(big, { id: 'bigger', price: { input: '7', output: '8', cacheInput: '1' } }, null);
    expect((await audit()).at(-1)).toEqual([
      ...['model.change', 'org/big'],
      {
        id: { from: 'org/big', to: 'bigger' },
        price: { from: { input: '2', output: '4' }, to: { input: '7', output: '8', cacheInput: '1' } },
      },
    ]);
    await removeModel('bigger', null);
    await removeModel(llama, null);
    expect((await readStored()).models).toEqual([]);
    expect(await refused(removeModel(big, null))).toMatch(/^NOT_FOUND/);
  });

  it('is added with all others, or with none', async () => {
    await serve('org/big');
    const { revision } = await readStored();
    expect(await refused(serve('llama3:8b', 'org/big'))).toContain('models.1.id: "org/big" is already the ID');
    expect(await readStored()).toMatchObject({ revision, models: [{ id: 'org/big' }] });
    expect(await audit()).toHaveLength(2);
  });

  it('is read and converted again only if it has changed', async () => {
    await serve('org/big', 'llama3:8b');
    const merged = async () => {
      const { providers, models } = await loadConnected();
      return mergeConnected({ providers, models, file: null, automatic: [] }).models;
    };
    const [big, llama] = await merged();
    await changeModel('org/big', { name: 'Big' }, null);
    const [changed, same] = await merged();
    expect(changed).toMatchObject({ id: 'org/big', name: 'Big' });
    expect(changed).not.toBe(big);
    expect(same).toBe(llama);
    // Whoever changes it, and whatever its time says.
    await database().query(`update connected_model set entry = jsonb_set(entry, '{name}', '"Other"')`);
    expect((await merged()).map(({ name }) => name)).toEqual(['Other', 'Other']);
    await addProvider(lab({ id: 'spare' }), null);
    const upstreams = [
      { provider: 'spare', name: 'big' },
      { provider: 'lab', name: 'org/big' },
    ];
    await changeModel('org/big', { upstreams }, null);
    await changeProvider('spare', { enabled: false }, null);
    expect((await merged())[0]?.upstreams).toEqual([{ provider: 'lab', model: 'org/big', weight: 1 }]);
    await changeProvider('spare', { enabled: true }, null);
    expect((await merged())[0]?.upstreams.map(({ provider }) => provider)).toEqual(['spare', 'lab']);
  });

  it('of which this version knows too little is not served, and is removed all the same', async () => {
    await serve('org/big');
    await database().query(`update connected_model set entry = '{"of":"a newer version"}'`);
    expect((await loadConnected()).models).toMatchObject([{ id: 'org/big', entry: null }]);
    const { models, unreadable } = await viewProviders();
    expect(models).toEqual([]);
    const problem = 'This version cannot read it. Update Farebox, or remove it.';
    expect(unreadable).toEqual([{ key: await keyOf('org/big'), id: 'org/big', problem }]);
    expect(await refused(changeModel('org/big', { name: 'x' }, null))).toMatch(/^CONFLICT/);
    await removeModel('org/big', null);
    expect((await readStored()).models).toEqual([]);
  });
});

describe('a test call', () => {
  it('lists the models, and gets an answer of the cheapest', async () => {
    const input = { preset: 'other', baseUrl: upstream.url, credentials: { apiKey: SECRET } } as const;
    expect(await tryProvider(input, signal)).toEqual({
      ...{ ok: true, listed: 3, listProblem: null, privateAddress: true },
      call: { model: 'llama3:8b', ok: true, text: 'First. OK.', problem: null, firstTokenMs: expect.any(Number) },
    });
    expect(upstream.requests.map(({ path, model }) => [path, model])).toEqual([
      ['/v1/models', null],
      ['/v1/chat/completions', 'llama3:8b'],
    ]);
    const named = await tryProvider({ ...input, upstreamModel: 'org/big' }, signal);
    expect(named.call?.model).toBe('org/big');
  });

  it('says in words why it fails, without the key', async () => {
    const attempt = (change: object) =>
      tryProvider({ preset: 'other', baseUrl: upstream.url, credentials: { apiKey: SECRET }, ...change }, signal);
    const wrong = await attempt({ credentials: { apiKey: 'sk-wrong-0123456789' }, upstreamModel: 'org/big' });
    expect(wrong).toMatchObject({
      ...{ ok: false, listed: null, listProblem: 'It refuses the key (401).' },
      call: { ok: false, problem: expect.stringMatching(/^It refuses the key \(401\)\. It says: Incorrect API key/) },
    });
    expect(JSON.stringify(wrong)).not.toContain('sk-wrong');
    upstream.fails = true;
    expect((await attempt({})).call?.problem).toBe('It answered with status 500. It says: broken');
    const port = new URL(other.url).port;
    expect((await attempt({ baseUrl: `http://127.0.0.1:${port}/nothing` })).listProblem).toContain('(404)');
    expect((await attempt({ baseUrl: 'http://127.0.0.1:1/v1' })).listProblem).toContain('ECONNREFUSED');
  });

  it('that hangs did not answer in time, in the list and in the chat', async () => {
    const input = { preset: 'other', baseUrl: upstream.url, credentials: { apiKey: SECRET } } as const;
    upstream.answer = null;
    const hung = await tryProvider({ ...input, upstreamModel: 'org/big' }, AbortSignal.timeout(1_500));
    expect(hung).toMatchObject({ ok: false, call: { ok: false, problem: 'It did not answer in time.' } });
    upstream.hangs = true;
    const silent = await tryProvider({ ...input, upstreamModel: 'org/big' }, AbortSignal.timeout(300));
    const slow = 'It did not answer in time.';
    expect(silent).toMatchObject({ listed: null, listProblem: slow, call: { problem: slow } });
    await addProvider(lab(), null);
    expect(await listUpstreamModels('lab', AbortSignal.timeout(300))).toEqual({ data: [], problem: slow });
  });

  it('of a connected provider takes what is absent from it', async () => {
    await addProvider(lab(), null);
    expect(await tryProvider({ provider: 'lab', preset: 'other' }, signal)).toMatchObject({ ok: true, listed: 3 });
    expect(upstream.requests.map(({ key }) => key)).toEqual([SECRET, SECRET]);
    // Another key, the same address.
    const other = { provider: 'lab', preset: 'other', credentials: { apiKey: 'sk-wrong-0123456789' } } as const;
    expect((await tryProvider(other, signal)).listProblem).toBe('It refuses the key (401).');
    // A region that is absent is the stored one, and null is none.
    await addProvider(lab({ id: 'aws', preset: 'amazon-bedrock', region: 'eu-west-1' }), null);
    const bedrock = { provider: 'aws', preset: 'amazon-bedrock' } as const;
    expect(await tryProvider(bedrock, AbortSignal.abort())).toMatchObject({ ok: false });
    expect(await refused(tryProvider({ ...bedrock, region: null }, signal))).toContain('region: Enter the region');
  });

  it('of a provider that is not there is refused, and calls nobody', async () => {
    const unknown = { provider: 'gone', preset: 'other', baseUrl: upstream.url } as const;
    expect(await refused(tryProvider(unknown, signal))).toMatch(/^NOT_FOUND/);
    expect(await refused(tryProvider({ ...unknown, credentials: { apiKey: SECRET } }, signal))).toMatch(/^NOT_FOUND/);
    expect(upstream.requests).toEqual([]);
  });

  it('of a connected provider uses its stored key', async () => {
    await addProvider(lab(), null);
    expect(await tryConnected('lab', undefined, signal)).toMatchObject({ ok: true, listed: 3 });
    const typed = { provider: 'lab', preset: 'other', baseUrl: upstream.url } as const;
    expect(await tryProvider(typed, signal)).toMatchObject({ ok: true });
    expect(upstream.requests.every(({ key }) => key === SECRET)).toBe(true);
    expect(await refused(tryConnected('nobody', undefined, signal))).toMatch(/^NOT_FOUND/);
  });
});
