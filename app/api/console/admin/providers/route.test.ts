import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, type TestAccount } from '@/lib/accounts/test-accounts';
import { writeBackup } from '@/lib/admin/backup/write-backup';
import type { ChangePage } from '@/lib/admin/contract';
import { perform } from '@/lib/admin/perform';
import type { ListedModels, ProvidersView, ProviderTest } from '@/lib/connected/contract';
import { startTestUpstream, type TestUpstream } from '@/lib/connected/test-upstream';
import { webDispatch } from '@/lib/http/test-dispatch';
import { createLogger } from '@/lib/platform/log';
import { database, type Database } from '@/lib/platform/db';
import { settings } from '@/lib/platform/env';
import { processState } from '@/lib/platform/process-state';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { dumpTables } from '@/lib/platform/testing/test-dump';
import { routes } from '../../../route-table';

const ADMIN = '/api/console/admin';
const SECRET = 'sk-test-4e6a0f9b17c25d83';
const dispatch = webDispatch(routes);

let db: Database;
let upstream: TestUpstream;
let owner: TestAccount;
let ada: TestAccount;
const settled = { ...settings() };
const cookies = { owner: '', ada: '' };
const answers: string[] = [];
const lines: string[] = [];
beforeAll(async () => {
  // Everything that is logged, at every level.
  processState('platform.log', () => createLogger('trace', { write: (text: string) => void lines.push(text) }));
  settings().dataDir = mkdtempSync(join(tmpdir(), 'farebox-providers-'));
  upstream = await startTestUpstream();
});
beforeEach(async () => {
  db = await openTestDatabase();
  owner = await makeTestAccount('owner@example.com');
  ada = await makeTestAccount('ada@example.com');
  cookies.owner = await makeTestCookie(owner);
  cookies.ada = await makeTestCookie(ada);
  Object.assign(upstream, { key: SECRET, fails: false, models: [{ id: 'org/big' }], requests: [] });
  answers.length = 0;
});
afterEach(() => db.close());
afterAll(async () => {
  await upstream.stop();
  rmSync(settings().dataDir, { recursive: true, force: true });
  settings().dataDir = settled.dataDir;
});

type Answer = { status: number; body: Record<string, unknown> & { error?: string } };
async function call(method: string, path: string, body?: unknown, cookie = cookies.owner): Promise<Answer> {
  const headers: Record<string, string> = { host: 'localhost:3000', cookie };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await dispatch(new Request(`http://localhost:3000${ADMIN}${path}`, init));
  const text = await response.text();
  answers.push(text);
  return { status: response.status, body: JSON.parse(text) as Answer['body'] };
}
const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call(method, path, body);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body as T;
};
const lab = () => ({ id: 'lab', preset: 'other', baseUrl: upstream.url, credentials: { apiKey: SECRET } });

describe('the providers of the console', () => {
  it('are added, tested, listed, changed, and removed by an owner, with an entry for each change', async () => {
    expect(await ok<ProvidersView>('GET', '/providers')).toEqual({
      ...{ editing: { possible: true, reason: null }, markup: '1', providers: [], models: [] },
      ...{ unreadable: [], defaultModel: null },
    });
    await ok('POST', '/providers', lab());
    const test = await ok<ProviderTest>('POST', '/provider-tests', {
      provider: 'lab',
      preset: 'other',
      baseUrl: upstream.url,
    });
    expect(test).toMatchObject({ ok: true, listed: 1, call: { model: 'org/big', text: 'First. OK.' } });
    const { data } = await ok<ListedModels>('GET', '/providers/lab/models');
    expect(data).toMatchObject([{ upstreamName: 'org/big', priceSource: 'local' }]);
    await ok('POST', '/providers/lab/models', { models: [{ upstreamName: 'org/big', id: 'big' }] });
    await ok('PATCH', '/providers/lab', { markup: '1.5', enabled: false });
    const { providers, models } = await ok<ProvidersView>('GET', '/providers');
    expect(providers).toMatchObject([
      { id: 'lab', source: 'console', privateAddress: true, hasCredentials: true, enabled: false, markup: '1.5' },
    ]);
    expect(models).toMatchObject([{ id: 'big', upstreams: [{ provider: 'lab', name: 'org/big' }] }]);
    const key = models[0]?.key ?? '';
    await ok('PATCH', `/connected-models/${key}`, { name: 'Big' });
    await ok('DELETE', `/connected-models/${key}`);
    await ok('DELETE', '/providers/lab');
    const { data: changes, nextCursor } = await ok<ChangePage>('GET', '/changes');
    expect(nextCursor).toBeNull();
    expect(changes.map(({ action, subject, actor, byCommand }) => [action, subject, actor, byCommand])).toEqual([
      ['provider.remove', 'lab', owner.email, false],
      ['model.remove', 'big', owner.email, false],
      ['model.change', 'big', owner.email, false],
      ['provider.change', 'lab', owner.email, false],
      ['model.add', 'big', owner.email, false],
      ['provider.add', 'lab', owner.email, false],
    ]);
    expect(changes[3]?.detail).toEqual({ markup: { from: '1', to: '1.5' }, enabled: { from: true, to: false } });
  });

  it('are nobody else’s business', async () => {
    await ok('POST', '/providers', lab());
    for (const [method, path, body] of [
      ['GET', '/providers'],
      ['POST', '/providers', { ...lab(), id: 'mine' }],
      ['PATCH', '/providers/lab', { enabled: false }],
      ['DELETE', '/providers/lab'],
      ['GET', '/providers/lab/models'],
      ['POST', '/providers/lab/models', { models: [{ upstreamName: 'org/big' }] }],
      ['POST', '/provider-tests', { preset: 'other', baseUrl: 'http://127.0.0.1:1/v1' }],
      ['PATCH', '/connected-models/x', { name: 'x' }],
      ['DELETE', '/connected-models/x'],
      ['GET', '/changes'],
    ] as const) {
      expect([path, (await call(method, path, body, cookies.ada)).status]).toEqual([path, 403]);
      expect([path, (await call(method, path, body, '')).status]).toEqual([path, 401]);
    }
    expect(upstream.requests).toEqual([]);
  });

  it('have what they send checked, naming the field and what it may be', async () => {
    for (const [change, field, says] of [
      [{ id: 'Lab' }, 'id', 'lowercase letters, digits, and "-", beginning with a letter, at most 32'],
      [{ id: 'a'.repeat(33) }, 'id', 'at most 32'],
      [{ preset: 'unknown' }, 'preset', 'one of "openai"'],
      [{ baseUrl: 'ftp://x' }, 'baseUrl', 'http or https address'],
      [{ baseUrl: 'https://user:password@x/v1' }, 'baseUrl', 'http or https address'],
      [{ baseUrl: 'https://x/v1?' }, 'baseUrl', 'http or https address'],
      [{ baseUrl: 'https://x/v1?key=1' }, 'baseUrl', 'http or https address'],
      [{ baseUrl: 'https://x/v1#' }, 'baseUrl', 'http or https address'],
      [{ baseUrl: `http://x/${'a'.repeat(500)}` }, 'baseUrl', 'at most 500 characters'],
      [{ preset: 'amazon-bedrock', region: `eu${'-a'.repeat(20)}-1` }, 'region', 'at most 32 characters'],
      [{ markup: '0' }, 'markup', 'above 0 and at most 1000'],
      [{ markup: '1001' }, 'markup', 'above 0 and at most 1000'],
      [{ credentials: { apiKey: 'sk two words' } }, 'credentials.apiKey', 'visible characters only'],
      [{ credentials: { apiKey: 'k'.repeat(4_097) } }, 'credentials.apiKey', 'at most 4096 characters'],
      [{ sealedCredentials: 'x' }, 'sealedCredentials', 'Unknown field'],
    ] as const) {
      const { status, body: answer } = await call('POST', '/providers', { ...lab(), ...change });
      expect([field, status]).toEqual([field, 400]);
      expect(answer.error).toContain(field);
      expect(answer.error).toContain(says);
    }
    expect((await call('PATCH', '/providers/lab', {})).status).toBe(400);
    expect((await call('PATCH', '/providers/nobody', { enabled: true })).status).toBe(404);
    expect((await call('GET', '/changes?before=nonsense')).status).toBe(400);
  });

  it('have their models checked in the same way', async () => {
    await ok('POST', '/providers', lab());
    const price = { input: '1', output: '2' };
    for (const [change, field, says] of [
      [{ id: 'a:b' }, 'models.0.id', 'at most 128, without ":"'],
      [{ name: 'n'.repeat(201) }, 'models.0.name', 'at most 200 characters'],
      [{ class: 'XL' }, 'models.0.class', 'one of "XS"'],
      [{ price: { input: 'a lot', output: '2' } }, 'models.0.price.input', 'an amount of USD'],
      [{ price: { input: '1', output: '100000.1' } }, 'models.0.price.output', 'at most 100000 USD'],
      [{ contextTokens: 0 }, 'models.0.contextTokens', 'between 1 and 100,000,000'],
      [{ aliases: Array.from({ length: 21 }, (_, at) => `a${at}`) }, 'models.0.aliases', 'at most 20 items'],
      [{ abilities: ['sight'] }, 'models.0.abilities.0', 'one of "tools"'],
      [{ upstreamName: 'm'.repeat(301) }, 'models.0.upstreamName', 'at most 300 characters'],
    ] as const) {
      const models = [{ upstreamName: 'org/big', price, ...change }];
      const { status, body: answer } = await call('POST', '/providers/lab/models', { models });
      expect([field, status]).toEqual([field, 400]);
      expect(answer.error).toContain(field);
      expect(answer.error).toContain(says);
    }
    const many = Array.from({ length: 201 }, (_, at) => ({ upstreamName: `m${at}`, price }));
    expect((await call('POST', '/providers/lab/models', { models: many })).body.error).toContain('at most 200 items');
    const { added } = await ok<{ added: string[] }>('POST', '/providers/lab/models', { models: many.slice(0, 1) });
    expect(added).toEqual(['m0']);
    const { models } = await ok<ProvidersView>('GET', '/providers');
    const upstreams = Array.from({ length: 9 }, (_, at) => ({ provider: 'lab', name: `n${at}` }));
    const change = await call('PATCH', `/connected-models/${models[0]?.key ?? ''}`, { upstreams });
    expect(change.body.error).toContain('upstreams');
    expect(change.body.error).toContain('at most 8 items');
  });

  it('keep their key to themselves: no answer, no log line, no row, no backup, no export, no file has it', async () => {
    await ok('POST', '/providers', lab());
    // Refused with words that quote it, mistyped where it does not belong, and used.
    upstream.key = 'another';
    await call('GET', '/providers/lab/models');
    await call('POST', '/provider-tests', { ...lab(), id: undefined, upstreamModel: 'org/big' });
    await call('POST', '/providers', { ...lab(), id: 'mine', preset: 'amazon-bedrock' });
    await call('POST', '/providers', { ...lab(), id: 'mine', credentials: { apiKey: SECRET, accessKeyId: SECRET } });
    await call('POST', '/providers', lab());
    upstream.key = SECRET;
    await ok('POST', '/providers/lab/models', { models: [{ upstreamName: 'org/big' }] });
    await ok('PATCH', '/providers/lab', { credentials: { apiKey: SECRET } });
    await ok('POST', '/provider-tests', { provider: 'lab', preset: 'other', baseUrl: upstream.url });
    answers.push(JSON.stringify(await perform({ verb: 'provider', input: { action: 'list' } })));
    await ok('GET', '/providers');
    await ok('GET', '/changes');
    await ok('GET', '/errors');
    expect(upstream.requests.some(({ key }) => key === SECRET)).toBe(true);
    const exported = await dispatch(
      new Request('http://localhost:3000/api/console/account/export', {
        headers: { host: 'localhost:3000', cookie: cookies.owner },
      }),
    );
    expect(exported.status).toBe(200);
    const found = new Map([
      ['answers', answers.join('\n')],
      ['export', await exported.text()],
      ['log', lines.join('\n')],
      ['database', await dumpTables()],
    ]);
    const { file } = await writeBackup({ file: join(settings().dataDir, 'backup') });
    found.set('backup', gunzipSync(readFileSync(file)).toString());
    for (const name of readdirSync(settings().dataDir)) {
      found.set(name, readFileSync(join(settings().dataDir, name)).toString('latin1'));
    }
    const key = readFileSync(join(settings().dataDir, 'secrets.key'), 'utf8').trim();
    for (const [where, text] of found) {
      expect(text.length, where).toBeGreaterThan(0);
      for (const secret of [SECRET, Buffer.from(SECRET).toString('base64'), Buffer.from(SECRET).toString('hex')]) {
        expect(text.includes(secret), `${where} has the key`).toBe(false);
      }
      // A backup is of no use without the file that it does not have.
      if (where !== 'secrets.key') expect(text.includes(key), `${where} has the installation's key`).toBe(false);
    }
  });
});

describe('owners', () => {
  const role = (id: string, to: string, cookie = cookies.owner) =>
    call('PATCH', `/accounts/${id}`, { role: to }, cookie);

  it('can make another one, who can do what they can, and be made a member again', async () => {
    expect((await call('GET', '/providers', undefined, cookies.ada)).status).toBe(403);
    expect((await role(ada.id, 'owner')).body).toMatchObject({ id: ada.id, role: 'owner' });
    expect((await call('GET', '/providers', undefined, cookies.ada)).status).toBe(200);
    expect((await role(owner.id, 'member', cookies.ada)).body).toMatchObject({ role: 'member' });
    expect((await call('GET', '/providers')).status).toBe(403);
    expect((await call('GET', '/changes', undefined, cookies.ada)).body.data).toMatchObject([
      { action: 'account.role', subject: owner.email, actor: ada.email, detail: { from: 'owner', to: 'member' } },
      { action: 'account.role', subject: ada.email, actor: owner.email, detail: { from: 'member', to: 'owner' } },
    ]);
  });

  it('never leave the installation without one', async () => {
    expect(await role(owner.id, 'member')).toMatchObject({ status: 409 });
    await role(ada.id, 'owner');
    await database().query('update account set blocked_at = now() where id = $1', [ada.id]);
    expect(await role(owner.id, 'member')).toMatchObject({ status: 409 });
    await database().query('update account set blocked_at = null where id = $1', [ada.id]);
    const both = await Promise.all([role(owner.id, 'member'), role(ada.id, 'member')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are no blocked, deleted, or unknown accounts, and the role is changed alone', async () => {
    await database().query('update account set blocked_at = now() where id = $1', [ada.id]);
    expect(await role(ada.id, 'owner')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Unblock') },
    });
    await database().query(`update account set deleted_at = now(), email = null where id = $1`, [ada.id]);
    expect((await role(ada.id, 'owner')).status).toBe(410);
    expect((await role('nonsense', 'owner')).status).toBe(404);
    expect((await call('PATCH', `/accounts/${owner.id}`, { role: 'owner', pro: true })).status).toBe(400);
  });

  it('are made by the admin command, too', async () => {
    await perform({ verb: 'setRole', input: { email: 'ada@example.com', role: 'owner' } });
    expect((await call('GET', '/changes', undefined, cookies.ada)).body).toMatchObject({
      data: [{ action: 'account.role', byCommand: true, actor: null, subject: ada.email }],
    });
    await expect(perform({ verb: 'setRole', input: { email: 'nobody@example.com', role: 'owner' } })).rejects.toThrow(
      /No account has the email/,
    );
  });
});
