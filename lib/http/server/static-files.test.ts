import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeReply } from './node-adapter';
import { makeStaticFiles } from './static-files';

const CODE = 'export const figures = [1, 2, 3];\n'.repeat(100);
let root: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'farebox-static-'));
  const folder = join(root, '.next', 'static', 'chunks');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, '.next', 'secret.js'), 'secret');
  mkdirSync(join(root, 'public'));
  writeFileSync(join(root, 'public', 'icon.svg'), '<svg/>');
  for (const name of ['preview.html', 'preview-scripts.html']) {
    writeFileSync(join(root, 'public', name), '<!doctype html>');
  }
  writeFileSync(join(folder, 'page.js'), CODE);
  writeFileSync(join(folder, 'tiny.js'), '1;\n');
  writeFileSync(join(folder, 'page.js.br'), brotliCompressSync(CODE));
  writeFileSync(join(folder, 'page.js.gz'), gzipSync(CODE));
  const pages = makeStaticFiles(root, async (incoming, outgoing) => void outgoing.end(`page ${incoming.url}`));
  server = createServer(
    (incoming, outgoing) => void pages(incoming, outgoing, (reply) => writeReply(reply, incoming, outgoing)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(root, { recursive: true });
});

const get = (path: string, encoding: string) => fetch(origin + path, { headers: { 'accept-encoding': encoding } });

it.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('serves a file in the smallest encoding of %s', async (accepted, encoding) => {
  const response = await get('/_next/static/chunks/page.js', accepted);
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding]);
  expect(response.headers.get('content-type')).toBe('text/javascript');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  const bytes = Number(response.headers.get('content-length'));
  expect(encoding === null ? bytes === CODE.length : bytes < CODE.length / 10).toBe(true);
  expect(await response.text()).toBe(CODE);
});

it('serves a file without a compressed form uncompressed', async () => {
  const response = await get('/_next/static/chunks/tiny.js', 'br, gzip');
  expect([response.headers.get('content-encoding'), await response.text()]).toEqual([null, '1;\n']);
});

it.each(['/chat', '/icon', '/icon.svg/x', '/_nextdoor', '/x/_next/image'])('leaves %s to the pages', async (path) => {
  const response = await get(path, 'br');
  expect(await response.text()).toMatch(/^page \//);
});

it.each(['/_next/static/chunks/none.js', '/_next/static/', '/_next/static/..%2fsecret.js'])(
  'answers %s with 404, and renders no page for it',
  async (path) => {
    const response = await get(path, 'br');
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
  },
);

it('serves the files of public/ with any query', async () => {
  for (const path of ['/icon.svg', '/icon.svg?1']) {
    const response = await get(path, 'identity');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(response.headers.get('cache-control')).toBe('public, max-age=0');
    expect(await response.text()).toBe('<svg/>');
  }
});

it.each([
  ['GET', '/_next/image?url=%2Ficon.svg&w=64&q=75'],
  ['POST', '/_next/image'],
  ['GET', '/%5fnext/image?url=%2Ficon.svg'],
  ['GET', '/_next%2fimage'],
  ['GET', '/_next/data/x/chat.json'],
  ['HEAD', '/_next'],
  ['GET', '/_next/'],
  ['POST', '/_next/static/chunks/page.js'],
])('answers %s %s with 404: no other route of Next is reached', async (method, path) => {
  const response = await fetch(origin + path, { method });
  expect(response.status).toBe(404);
  if (method !== 'HEAD') expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
});

it('leaves other methods to the pages', async () => {
  const response = await fetch(`${origin}/icon.svg`, { method: 'POST' });
  expect(await response.text()).toBe('page /icon.svg');
});

it.each(['/preview.html', '/preview-scripts.html', '/preview-scripts.html?x=1'])(
  'serves %s, which runs code that is not ours, in a sandbox without a network',
  async (path) => {
    const { status, headers } = await get(path, 'identity');
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toEqual(expect.arrayContaining(['sandbox allow-scripts', "default-src 'none'"]));
    expect(headers.get('connection-allowlist')).toBe('()');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(policy.filter((part) => /https?:|\*|'self'/.test(part))).toEqual(["frame-ancestors 'self'"]);
    expect(policy.some((part) => part.startsWith('connect-src') || part.startsWith('frame-src'))).toBe(false);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  },
);

it('serves other files of the folder without such a policy', async () => {
  expect((await get('/icon.svg', 'identity')).headers.get('content-security-policy')).toBeNull();
});
