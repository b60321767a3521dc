import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { perform } from '../admin/perform';
import type { Command } from '../admin/commands';
import type { ProviderCommand } from '../admin/providers/command';
import { startTestUpstream, type TestUpstream } from '../connected/test-upstream';
import { viewProviders } from '../connected/view';
import { catalog } from '../models/catalog';
import { parseServiceFile } from '../models/service-file';
import { database, openDatabase } from '../platform/db';
import { settings } from '../platform/env';
import { openTestDatabase } from '../platform/testing/test-database';
import { dumpTables } from '../platform/testing/test-dump';
import { startPostgres, type TestPostgres } from '../platform/testing/test-postgres';
import { breakerOf, findBreaker } from '../providers/routing/breakers';
import { findProvider } from '../providers/registry';
import { assembleCatalog, loadConnected } from './assemble';
import { keepConnected } from './keep-connected';
import type { Done, Order } from './test-connected-process';

/** How soon a change is effective in another process. */
const WITHIN_MS = 2_000;
const KEY = 'k'.repeat(40);
const SECRET = 'sk-test-51f0c9d27b';

const provider = (input: ProviderCommand): Command => ({ verb: 'provider', input });
const add = (id: string, baseUrl: string) =>
  provider({
    ...{ action: 'add', serve: 'none' },
    settings: { id, preset: 'other', baseUrl, credentials: { apiKey: SECRET } },
  });
const serve = (id: string, upstreamName: string, served = upstreamName) =>
  provider({
    action: 'serve',
    provider: id,
    add: { models: [{ upstreamName, id: served, price: { input: '1', output: '2' } }] },
  });

let upstream: TestUpstream;
let other: TestUpstream;
const settled = { ...settings() };
beforeAll(async () => {
  settings().dataDir = mkdtempSync(join(tmpdir(), 'farebox-connected-'));
  settings().secretsKey = KEY;
  upstream = await startTestUpstream();
  other = await startTestUpstream();
});
afterEach(() => {
  Object.assign(upstream, { key: null, answer: 'OK.', fails: false, requests: [] });
  Object.assign(other, { key: null, answer: 'OK.', fails: false, requests: [] });
});
afterAll(async () => {
  await Promise.all([upstream.stop(), other.stop()]);
  rmSync(settings().dataDir, { recursive: true, force: true });
  Object.assign(settings(), { dataDir: settled.dataDir, secretsKey: settled.secretsKey });
});

/** The text of a stream of a model, which goes on while the upstream has no answer. */
async function streamOf(model: string, onBegun: () => void = () => undefined): Promise<string> {
  const [first] = catalog().models.get(model)?.upstreams ?? [];
  const chat = findProvider(first?.provider ?? '')?.chat;
  if (!chat) return 'not served';
  let text = '';
  const call = { sampling: {}, maxTokens: 50, stop: [], choices: 1, extra: {}, signal: new AbortController().signal };
  for await (const parts of chat({ model: first?.model ?? '', messages: [{ role: 'user', content: 'Hi' }], ...call })) {
    for (const part of parts) if (part.type === 'text') text += part.text;
    onBegun();
  }
  return text;
}

describe('a change', () => {
  let stopFollowing: () => void;
  beforeAll(async () => {
    await openTestDatabase();
    await loadConnected();
    await assembleCatalog(null);
    stopFollowing = keepConnected();
  });
  afterEach(async () => {
    for (const table of ['connected_provider', 'connected_model']) await database().query(`delete from ${table}`);
    await loadConnected();
    await assembleCatalog(null);
  });
  afterAll(async () => {
    stopFollowing();
    await database().close();
  });

  it('is effective at once, and cuts no stream', async () => {
    await perform(add('lab', upstream.url));
    await perform(serve('lab', 'org/big', 'big'));
    const edit = (change: object) => provider({ action: 'edit', provider: 'lab', change });
    for (const [from, change] of [
      [upstream, edit({ baseUrl: other.url, credentials: { apiKey: 'sk-new' } })],
      [other, edit({ enabled: false })],
      [null, edit({ enabled: true })],
      [other, provider({ action: 'remove', provider: 'lab' })],
    ] as const) {
      if (from === null) {
        expect(await streamOf('big')).toBe('not served');
        await perform(change);
        continue;
      }
      from.answer = null;
      let begin: () => void = () => undefined;
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const running = streamOf('big', begin);
      await begun;
      await perform(change);
      // The stream goes on at the provider that it began with.
      from.answer = 'To the end.';
      expect(await running).toBe('First. To the end.');
    }
    expect(await streamOf('big')).toBe('not served');
    const chats = ({ requests }: TestUpstream) => requests.filter(({ model }) => model !== null).map(({ key }) => key);
    expect([chats(upstream), chats(other)]).toEqual([[SECRET], ['sk-new', 'sk-new']]);
  });

  it('of a key or an address has an upstream tried at once that was disabled', async () => {
    await perform(add('lab', upstream.url));
    await perform(serve('lab', 'org/big', 'big'));
    const [called] = catalog().models.get('big')?.upstreams ?? [];
    if (!called) throw new Error('not served');
    const breaker = breakerOf(called);
    // What does not concern the connection leaves it as it is.
    await perform(provider({ action: 'edit', provider: 'lab', change: { markup: '2' } }));
    expect(findBreaker(called)).toBe(breaker);
    await perform(provider({ action: 'edit', provider: 'lab', change: { credentials: { apiKey: 'sk-right' } } }));
    expect(findBreaker(called)).toBeUndefined();
  });

  it('of a key, an address, or the state of a provider does not restore trust in usage reports; its removal does', async () => {
    await perform(add('lab', upstream.url));
    await perform(serve('lab', 'org/big', 'big'));
    const called = { provider: 'lab', model: 'org/big' };
    const believed = () => breakerOf({ ...called, weight: 1 }).usage.believed;
    expect(believed()).toBe(true);
    breakerOf({ ...called, weight: 1 }).usage.believed = false;
    const edit = (change: object) => perform(provider({ action: 'edit', provider: 'lab', change }));
    await edit({ credentials: { apiKey: 'sk-right' } });
    expect(findBreaker(called)).toBeUndefined();
    expect(believed()).toBe(false);
    // Twice in a row, without a call in between.
    await edit({ baseUrl: other.url, credentials: { apiKey: 'sk-new' } });
    await edit({ enabled: false });
    expect(findBreaker(called)).toBeUndefined();
    await edit({ enabled: true });
    expect(believed()).toBe(false);
    await perform(provider({ action: 'remove', provider: 'lab' }));
    await perform(add('lab', upstream.url));
    await perform(serve('lab', 'org/big', 'big'));
    expect(believed()).toBe(true);
  });

  it('of the default is shown as it is: the service file’s, else the owner’s, else of what else is served', async () => {
    const shown = async () => (await viewProviders()).defaultModel;
    expect(await shown()).toBeNull();
    await perform(add('lab', upstream.url));
    await perform(serve('lab', 'org/big', 'big'));
    await perform(serve('lab', 'org/small', 'small'));
    expect(await shown()).toEqual({ id: 'big', name: 'org/big', source: 'console' });
    await perform(provider({ action: 'editModel', model: 'small', change: { isDefault: true, name: 'Small' } }));
    expect(await shown()).toEqual({ id: 'small', name: 'Small', source: 'console' });
    const text = (traits: string) => `providers: { farm: { kind: openai-compatible, base_url: "${other.url}" } }
models: [{ id: of-file, upstreams: [{ provider: farm, model: m }], price: { input: "1", output: "2" }, traits: [${traits}] }]`;
    for (const [traits, id] of [
      ['', 'small'],
      ['default', 'of-file'],
    ] as const) {
      const outcome = parseServiceFile('test.yaml', text(traits), {});
      if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
      await assembleCatalog(outcome.file);
      expect((await shown())?.id).toBe(id);
    }
    // What is stored stays.
    const { models, defaultModel } = await viewProviders();
    expect(models.map(({ id, isDefault, problem }) => [id, isDefault, problem])).toEqual([
      ['big', false, null],
      ['small', true, null],
    ]);
    expect(defaultModel?.source).toBe('service_file');
    await assembleCatalog(null);
    await perform(provider({ action: 'edit', provider: 'lab', change: { enabled: false } }));
    expect(await shown()).toBeNull();
  });

  it('gives way to the service file, and comes back with it', async () => {
    await perform(add('lab', upstream.url));
    await perform(add('farm', upstream.url));
    await perform(serve('lab', 'org/big', 'big'));
    await perform(serve('farm', 'org/small', 'small'));
    const text = `providers: { lab: { kind: openai-compatible, base_url: "${other.url}" } }
models: [{ id: small, upstreams: [{ provider: lab, model: of-file }], price: { input: "1", output: "2" } }]`;
    const outcome = parseServiceFile('test.yaml', text, {});
    if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
    await assembleCatalog(outcome.file);
    expect(catalog().models.has('big')).toBe(false);
    expect(await streamOf('small')).toBe('First. OK.');
    expect(other.requests.map(({ model }) => model)).toEqual(['of-file']);
    const { providers, models } = await viewProviders();
    expect(providers.map(({ id, source, problem, models: served }) => [id, source, problem, served])).toEqual([
      ['lab', 'console', expect.stringContaining('service file has a provider of this name'), 0],
      ['farm', 'console', null, 0],
      ['lab', 'service_file', null, 1],
    ]);
    expect(models.map(({ id, problem }) => [id, problem])).toEqual([
      ['big', 'None of its providers can be used now.'],
      ['small', expect.stringContaining('service file has a model')],
    ]);
    await assembleCatalog(null);
    expect([catalog().models.has('big'), catalog().models.get('small')?.upstreams[0]?.provider]).toEqual([
      true,
      'farm',
    ]);
  });
});

/** A child process of `test-connected-process.ts`. */
type Child = { send(order: Order): Promise<Done>; isDead(): Promise<void>; stop(): Promise<void> };

function startChild(environment: Record<string, string>): Child {
  const child: ChildProcess = fork(join(import.meta.dirname, 'test-connected-process.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', EMBEDDED_MODELS: 'none', SECRETS_KEY: KEY, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, { resolve: (done: Done) => void; reject: (error: Error) => void }>();
  child.on('message', ({ id, failure, ...done }: Done & { id: number; failure?: string }) => {
    const waiter = waiting.get(id);
    if (failure === undefined) waiter?.resolve(done);
    else waiter?.reject(new Error(failure));
  });
  let orders = 0;
  const dead = once(child, 'exit');
  return {
    send: (order) =>
      new Promise((resolve, reject) => {
        orders += 1;
        waiting.set(orders, { resolve, reject });
        child.send({ id: orders, order });
      }),
    isDead: async () => {
      const [, signal] = (await dead) as [number | null, NodeJS.Signals | null];
      expect(signal).toBe('SIGKILL');
    },
    stop: async () => {
      child.kill('SIGKILL');
      await dead;
    },
  };
}

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
});
afterAll(() => server.stop());

it('a change by one process is effective in another within two seconds, and cuts none of its streams', async () => {
  const dataDirs = ['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `farebox-${name}-`)));
  const [changing, serving] = dataDirs.map((DATA_DIR) => startChild({ DATABASE_URL: server.url, DATA_DIR }));
  if (!changing || !serving) throw new Error('no process');
  await serving.send({ do: 'serve' });
  await changing.send({ do: 'perform', command: add('lab', upstream.url) });
  const lags: number[] = [];
  const follow = async (command: Command, model: string, isServed: boolean) => {
    const seen = serving.send({ do: 'await', model, isServed });
    const { atMs } = await changing.send({ do: 'perform', command });
    lags.push((await seen).atMs - atMs);
  };
  await follow(serve('lab', 'org/big', 'big'), 'big', true);
  upstream.answer = null;
  const running = serving.send({ do: 'stream', model: 'big' });
  while (!upstream.requests.some(({ path }) => path.endsWith('/chat/completions'))) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await follow(provider({ action: 'edit', provider: 'lab', change: { enabled: false } }), 'big', false);
  await follow(provider({ action: 'edit', provider: 'lab', change: { enabled: true } }), 'big', true);
  await follow(provider({ action: 'editModel', model: 'big', change: { id: 'bigger' } }), 'bigger', true);
  await follow(provider({ action: 'remove', provider: 'lab' }), 'bigger', false);
  upstream.answer = 'To the end.';
  expect((await running).result).toBe('First. To the end.');
  expect(Math.max(...lags), String(lags)).toBeLessThan(WITHIN_MS);
  await Promise.all([changing.stop(), serving.stop()]);
  for (const folder of dataDirs) rmSync(folder, { recursive: true, force: true });
}, 120_000);

const KINDS = ['embedded', 'postgres'] as const;

it.each(KINDS)(
  'a process killed between writing and reloading loses no change (%s)',
  async (kind) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'farebox-killed-'));
    const environment: Record<string, string> = {
      DATA_DIR: dataDir,
      // The embedded database's own key must survive as well.
      ...(kind === 'postgres' ? { DATABASE_URL: server.url } : { SECRETS_KEY: '' }),
    };
    const served: unknown[] = [];
    let running = startChild(environment);
    await running.send({ do: 'serve' });
    for (const command of [
      add('lab', upstream.url),
      serve('lab', 'org/big', 'big'),
      provider({ action: 'editModel', model: 'big', change: { id: 'bigger', isDefault: true } }),
      provider({ action: 'edit', provider: 'lab', change: { enabled: false } }),
      provider({ action: 'edit', provider: 'lab', change: { enabled: true, credentials: { apiKey: 'sk-last' } } }),
    ]) {
      await running.send({ do: 'dieAfterWriting' });
      void running.send({ do: 'perform', command });
      await running.isDead();
      running = startChild(environment);
      await running.send({ do: 'serve' });
      served.push(((await running.send({ do: 'models' })).result as string[]).filter((id) => id.startsWith('big')));
    }
    expect((await running.send({ do: 'stream', model: 'bigger' })).result).toBe('First. OK.');
    await running.stop();
    expect(served).toEqual([[], ['big'], ['bigger'], [], ['bigger']]);
    expect(upstream.requests.at(-1)).toMatchObject({ key: 'sk-last', model: 'org/big' });
    const opened = await openDatabase({ dataDir, ...(kind === 'postgres' && { databaseUrl: server.url }) });
    const changes = await opened.query('select action from audit_entry order by at, id');
    expect(changes.slice(-5).map(({ action }) => action)).toEqual([
      ...['provider.add', 'model.add', 'model.change', 'provider.change', 'provider.change'],
    ]);
    const dump = await dumpTables(opened);
    expect(dump).toMatch(/,v1\.[0-9a-f]{8}\./);
    for (const secret of [SECRET, 'sk-last']) expect(dump).not.toContain(secret);
    await opened.query('delete from connected_model');
    await opened.query('delete from connected_provider');
    await opened.close();
    // Whatever a killed process leaves behind: the files of the database, its journal, drafts.
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(kind === 'postgres' ? [] : ['secrets.key']));
    for (const { parentPath, name } of files) {
      const bytes = readFileSync(join(parentPath, name));
      for (const secret of [SECRET, 'sk-last']) expect(bytes.includes(secret), name).toBe(false);
    }
    rmSync(dataDir, { recursive: true, force: true });
  },
  240_000,
);
