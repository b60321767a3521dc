import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../../../platform/env';
import { database, type Database } from '../../../platform/db';
import { openTestDatabase } from '../../../platform/testing/test-database';
import { searchIndex } from '../search-index';
import { addSource } from './add-source';
import { listSources } from './list-sources';
import { removeSource } from './remove-source';
import { rereadSources } from './reread-sources';

let opened: Database;
let server: Server;
let origin = '';
const folder = mkdtempSync(join(tmpdir(), 'farebox-index-'));
/** The pages of the site by path. */
const pages = new Map<string, string>();
const asked: string[] = [];

const html = (title: string, text: string, links: readonly string[] = []) =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links
    .map((href) => `<p>More about this is <a href="${href}">on another page</a>.</p>`)
    .join('')}</main></body></html>`;

beforeAll(async () => {
  opened = await openTestDatabase();
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const page = pages.get(request.url ?? '');
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html', 'cache-control': 'no-store' });
    response.end(page ?? 'Not found');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  settings().privatePageHosts.push(`127.0.0.1:${port}`);
});
afterAll(async () => {
  settings().privatePageHosts.length = 0;
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
  await opened.close();
});

const search = async (text: string) =>
  (await searchIndex({ text, accountId: '00000000-0000-4000-8000-000000000000', limit: 5 })).map(({ url }) => url);

describe('a site', () => {
  it('is read along its links, within the bound, and only on its own host', async () => {
    pages.set(
      '/',
      html('Sea', 'All about the sea and its harbors.', [
        '/tides',
        '/ropes#knots',
        'https://elsewhere.example/',
        '/photo.png',
      ]),
    );
    pages.set('/tides', html('Tides', 'High water follows the moon, twice a day.', ['/', '/missing']));
    pages.set('/ropes', html('Ropes', 'A bowline never jams and holds well.', ['/last']));
    pages.set('/last', html('Last', 'A lighthouse stands at the end of the pier.'));
    const report = await addSource({ target: `${origin}/`, baseUrl: '', maxPages: 4 });
    expect(report).toMatchObject({ kind: 'site', documents: 3, added: 3, removed: 0 });
    expect(report.failed).toEqual([{ url: `${origin}/missing`, reason: expect.stringContaining('could not be read') }]);
    expect(await search('bowline')).toEqual([`${origin}/ropes`]);
    expect(await search('lighthouse')).toEqual([]);
    expect(asked).not.toContain('/photo.png');
  });

  it('is read again: what changed is indexed again, what is gone is removed, what fails stays', async () => {
    pages.set('/', html('Sea', 'All about the sea and its harbors.', ['/tides', '/missing']));
    pages.set('/tides', html('Tides', 'Neap tides are weak, and come at half moon.'));
    const report = await addSource({ target: `${origin}/`, baseUrl: '', maxPages: 10 });
    expect(report).toMatchObject({ changed: 2, added: 0, removed: 1, documents: 2 });
    expect([await search('bowline'), await search('neap')]).toEqual([[], [`${origin}/tides`]]);
    const down = new Map(pages);
    pages.clear();
    expect(await addSource({ target: `${origin}/`, baseUrl: '', maxPages: 10 })).toMatchObject({
      documents: 2,
      removed: 0,
    });
    for (const [path, page] of down) pages.set(path, page);
  });

  it('is read again after a day by itself', async () => {
    asked.length = 0;
    await rereadSources(new AbortController().signal);
    expect(asked).toEqual([]);
    await database().query("update web_source set read_at = now() - interval '25 hours'");
    await rereadSources(new AbortController().signal);
    expect(asked).toContain('/tides');
  });
});

describe('a folder', () => {
  const target = folder;
  const baseUrl = 'https://handbook.example/docs/';

  it('is read with the folders in it, and its files have addresses below that of the folder', async () => {
    mkdirSync(join(folder, 'on board'));
    mkdirSync(join(folder, '.hidden'));
    writeFileSync(join(folder, 'anchor.md'), '# Anchoring\n\nLet out five times the depth of chain.');
    writeFileSync(join(folder, 'on board', 'galley.html'), '<title>x</title><h1>Galley</h1><p>Soup in a thermos.</p>');
    writeFileSync(join(folder, 'plain.txt'), 'The windlass is electric.');
    writeFileSync(join(folder, '.hidden', 'secret.md'), 'A password');
    writeFileSync(join(folder, 'photo.jpg'), 'no text');
    writeFileSync(join(folder, 'broken.pdf'), '%PDF-1.4 nothing');
    const report = await addSource({ target, baseUrl, maxPages: 1 });
    expect(report).toMatchObject({ kind: 'folder', documents: 3, added: 3 });
    expect(report.failed.map(({ url }) => url)).toEqual([`${baseUrl}broken.pdf`]);
    expect(await search('thermos')).toEqual([`${baseUrl}on%20board/galley.html`]);
    expect(await search('windlass')).toEqual([`${baseUrl}plain.txt`]);
    expect(await search('password')).toEqual([]);
  });

  it('loses the files that are removed', async () => {
    rmSync(join(folder, 'plain.txt'));
    expect(await addSource({ target, baseUrl, maxPages: 1 })).toMatchObject({ unchanged: 2, removed: 1, documents: 2 });
    expect(await search('windlass')).toEqual([]);
  });

  it('is listed, and removed with everything that it had', async () => {
    expect((await listSources(null)).find(({ kind }) => kind === 'folder')).toMatchObject({
      target,
      baseUrl,
      documents: 2,
      passages: 2,
      vectors: 0,
    });
    expect(await removeSource(target, null)).toBe(2);
    expect(await removeSource(target, null)).toBeNull();
    expect(await search('thermos')).toEqual([]);
  });

  it('that cannot be read is an error', async () => {
    await expect(addSource({ target: join(folder, 'nowhere'), baseUrl, maxPages: 1 })).rejects.toThrow('ENOENT');
  });
});
