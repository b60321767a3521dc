import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { database, type Database } from '../../../platform/db';
import { settings } from '../../../platform/env';
import { openTestDatabase } from '../../../platform/testing/test-database';
import { addSource } from './add-source';
import { listSources } from './list-sources';
import { removeSource } from './remove-source';
import { rereadSources } from './reread-sources';

let opened: Database;
let server: Server;
let origin = '';
/** What the site answers: a page, a status, or where it redirects to. */
const pages = new Map<string, string | number | { to: string }>();
const asked: string[] = [];
let onAsked: (path: string) => void = () => undefined;

const page = (title: string, links: readonly string[] = [], around = '') =>
  `<html><head><title>${title}</title></head><body>${around}<main><h1>${title}</h1><p>All about ${title}.</p>${links
    .map((href) => `<p>More about this is <a href="${href}">on another page</a>.</p>`)
    .join('')}</main></body></html>`;

beforeAll(async () => {
  opened = await openTestDatabase();
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    onAsked(path);
    const found = pages.get(path) ?? 404;
    const headers = { 'content-type': 'text/html', 'cache-control': 'no-store' };
    if (typeof found === 'string') return response.writeHead(200, headers).end(found);
    if (typeof found === 'number') return response.writeHead(found, headers).end();
    return response.writeHead(302, { ...headers, location: found.to }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  settings().privatePageHosts.push(`127.0.0.1:${port}`);
});
beforeEach(async () => {
  await removeSource(`${origin}/`, null);
  pages.clear();
  asked.length = 0;
  onAsked = () => undefined;
});
afterAll(async () => {
  settings().privatePageHosts.length = 0;
  server.closeAllConnections();
  server.close();
  await opened.close();
});

const read = (maxPages = 50) => addSource({ target: `${origin}/`, baseUrl: '', maxPages });
const makeOld = () => database().query("update web_source set read_at = now() - interval '25 hours'");

describe('a page that fails for now', () => {
  it('costs no page that only it links to; a page that is gone is removed all the same', async () => {
    pages.set('/', page('Sea', ['/hub', '/old']));
    pages.set('/hub', page('Harbors', ['/a', '/b']));
    for (const path of ['/old', '/a', '/b']) pages.set(path, page(path));
    expect(await read()).toMatchObject({ added: 5, documents: 5 });
    pages.set('/hub', 503);
    pages.set('/old', 410);
    const report = await read();
    expect(report).toMatchObject({ removed: 1, documents: 4 });
    expect(report.failed.map(({ url }) => url)).toEqual([`${origin}/hub`, `${origin}/old`]);
    pages.set('/hub', page('Harbors', ['/a']));
    expect(await read()).toMatchObject({ removed: 1, documents: 3 });
  });
});

describe('a page of the index that cannot be read', () => {
  beforeEach(async () => {
    pages.set('/', page('Sea', ['/hub']));
    pages.set('/hub', page('Harbors', ['/a', '/b', '/c']));
    for (const path of ['/a', '/b', '/c']) pages.set(path, page(path));
    await read();
    asked.length = 0;
  });

  it.each([503, 403])('keeps no pages that were deleted or moved since it linked to them: %i', async (status) => {
    pages.set('/hub', status);
    pages.delete('/a');
    pages.set('/b', { to: '/' });
    pages.set('/c', page('/c, changed'));
    expect(await read()).toMatchObject({ removed: 2, changed: 1, documents: 3 });
  });

  it('has as many others asked for as pages may be read, the rest another time', async () => {
    pages.set('/hub', 503);
    for (const path of ['/a', '/b', '/c']) pages.delete(path);
    expect(await read(2)).toMatchObject({ removed: 2, documents: 3 });
    expect(await read(2)).toMatchObject({ removed: 1, documents: 2 });
  });

  it('has no more than ten others asked for in vain', async () => {
    const paths = Array.from({ length: 12 }, (_, n) => `/${n}`);
    pages.set('/hub', page('Harbors', paths));
    for (const path of paths) pages.set(path, page(path));
    expect(await read()).toMatchObject({ added: 12, documents: 14 });
    asked.length = 0;
    for (const path of ['/hub', ...paths]) pages.set(path, 503);
    expect(await read()).toMatchObject({ removed: 0, documents: 14 });
    expect(paths.filter((path) => asked.includes(path)).length).toBe(10);
  });
});

describe('a page that was never read', () => {
  it.each<[string, string | number]>([
    ['asks for a login', 401],
    ['is forbidden', 403],
    ['is too large', 'x'.repeat(5_000_001)],
    ['is empty', ''],
    ['has no text', '<p></p>'],
  ])('and %s keeps nothing in the index', async (_, answer) => {
    pages.set('/', page('Sea', ['/never', '/old']));
    pages.set('/never', answer);
    pages.set('/old', page('/old'));
    expect(await read()).toMatchObject({ documents: 2, failed: [{ url: `${origin}/never` }] });
    pages.set('/', page('Sea', ['/never']));
    expect(await read()).toMatchObject({ documents: 1, removed: 1 });
  });
});

describe('an address that is too long', () => {
  it('is left out, and its links are followed', async () => {
    const long = `/${'x'.repeat(2_000)}`;
    pages.set('/', page('Sea', ['/moved']));
    pages.set('/moved', { to: long });
    pages.set(long, page('Long', ['/next']));
    pages.set('/next', page('Next'));
    const failed = [{ url: `${origin}${long}`, reason: 'its address is longer than 2,000 characters' }];
    expect(await read()).toMatchObject({ added: 2, removed: 0, documents: 2, failed });
    expect(await read()).toMatchObject({ unchanged: 2, removed: 0, documents: 2, failed });
  });
});

describe('the links of a page', () => {
  it('are followed wherever they are', async () => {
    const around = '<header><a href="/top">Top</a></header><nav><a href="/menu">Menu</a></nav>';
    const below = '<aside><a href="/side">Side</a></aside><footer><a href="/terms">Terms</a></footer>';
    pages.set('/', page('Sea', ['/inside'], around + below));
    for (const path of ['/top', '/menu', '/side', '/terms', '/inside']) pages.set(path, page(path));
    expect(await read()).toMatchObject({ documents: 6, failed: [] });
  });

  it('are followed from a page of menus alone', async () => {
    pages.set('/', '<nav><a href="/a">A</a> <a href="/b">B</a></nav>');
    for (const path of ['/a', '/b']) pages.set(path, page(path));
    expect(await read()).toMatchObject({ documents: 2, failed: [{ url: `${origin}/` }] });
    pages.set('/', '<nav><a href="/a">A</a></nav>');
    expect(await read()).toMatchObject({ documents: 1, removed: 1 });
  });
});

describe('a source that is read again', () => {
  beforeEach(async () => {
    pages.set('/', page('Sea'));
    await read();
    await makeOld();
    asked.length = 0;
  });

  it('stays removed if it is removed at that moment', async () => {
    const reading = rereadSources(new AbortController().signal);
    const removing = removeSource(`${origin}/`, null);
    expect(await removing).toBe(1);
    await reading;
    expect(await listSources(null)).toEqual([]);
  });

  it('is read once more if the service stopped meanwhile', async () => {
    const stopping = new AbortController();
    onAsked = () => stopping.abort(new Error('stopping'));
    await expect(rereadSources(stopping.signal)).rejects.toThrow('stopping');
    onAsked = () => undefined;
    asked.length = 0;
    await rereadSources(new AbortController().signal);
    expect(asked).toEqual(['/']);
  });
});
