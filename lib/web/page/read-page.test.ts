import { gzipSync, brotliCompressSync, deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { docxFile, pdfFile } from '../../media/test-files';
import { readPage } from './read-page';
import { startTestSite, type TestPages, type TestSite } from './test-site';

const SENTENCE = 'The tide rises twice a day, and fishermen in the harbor know its hours by heart. ';
const page = (title: string) =>
  `<html><head><title>${title}</title></head><body><article><p>${SENTENCE.repeat(8)}</p></article></body></html>`;
const html = page('Tides');
const at = (path: string) => `http://site.test${path}`;
const redirect = (location: string) => ({ status: 302, headers: { location } });
const compressed = (encoding: string, body: Uint8Array) => ({ headers: { 'content-encoding': encoding }, body });

const pages: TestPages = {
  '/robots.txt': (request, response) => {
    if (request.headers.host === 'other.test') response.end('User-agent: farebox\nDisallow: /closed');
    else response.writeHead(404).end();
  },
  '/': { body: html },
  '/moved': redirect('/'),
  '/moved-elsewhere': redirect('http://other.test/'),
  '/moved-to-closed': redirect('http://other.test/closed'),
  '/moved-inside': redirect('http://10.0.0.1/secret'),
  '/moved-to-inner': redirect('http://inner.test/'),
  '/moved-to-file': redirect('file:///etc/passwd'),
  '/moved-with-credentials': redirect('http://user:word@site.test/'),
  '/moved-forever': redirect('/moved-forever'),
  '/missing': { status: 404, body: html },
  '/login': { status: 401, body: html },
  '/sign-in': { body: '<h1>Welcome</h1><form>Password <input type=password></form>' },
  '/empty': { body: '' },
  '/nothing': { body: '<html><body><script>write()</script></body></html>' },
  '/picture': { headers: { 'content-type': 'image/png' }, body: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
  '/binary': { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.alloc(100) },
  '/gzip': compressed('gzip', gzipSync(html)),
  '/br': compressed('br', brotliCompressSync(html)),
  '/deflate': compressed('deflate', deflateSync(html)),
  '/raw-deflate': compressed('deflate', deflateRawSync(html)),
  '/damaged-gzip': compressed('gzip', Buffer.from('this is no gzip')),
  '/unknown-encoding': compressed('zstd', Buffer.from(html)),
  '/layers': compressed('gzip, gzip, gzip', Buffer.from(html)),
  '/gzip-bomb': compressed('gzip', gzipSync(Buffer.alloc(50_000_000))),
  '/br-bomb': compressed('br', brotliCompressSync(Buffer.alloc(50_000_000))),
  '/announced': (_request, response) => {
    response.writeHead(200, { 'content-length': '100000000' }).write('x');
  },
  '/endless': (_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  },
  '/broken': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('x');
    setTimeout(() => response.destroy(), 20);
  },
  '/text': { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Just text' },
  '/markdown': { headers: { 'content-type': 'text/markdown' }, body: '# Notes\n\n- one' },
  '/json': { headers: { 'content-type': 'application/json' }, body: '{"a": 1}' },
  '/report.pdf': { headers: { 'content-type': 'application/pdf' }, body: pdfFile() },
  '/report.docx': { headers: { 'content-type': 'application/octet-stream' }, body: docxFile() },
  '/long': { headers: { 'content-type': 'text/plain' }, body: 'word '.repeat(100_000) },
};

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite(pages);
});
afterAll(() => site.stop());

const read = (url: string, accountId = newId(), from = new AbortController().signal) =>
  readPage(url, { accountId, signal: from }, site.get);
const failureOf = (url: string) =>
  read(url).then(
    () => null,
    (thrown: { kind?: string; code?: string; message: string }) => thrown,
  );

describe('a page', () => {
  it('is read with its title and its address after redirects', async () => {
    const expected = { url: at('/'), title: 'Tides', date: '', isCut: false, links: [] };
    expect(await read(`${at('/moved')}#part`)).toEqual({ ...expected, markdown: SENTENCE.repeat(8).trim() });
    expect(await read(at('/moved-elsewhere'))).toMatchObject({ ...expected, url: 'http://other.test/' });
  });

  it.each(['/gzip', '/br', '/deflate', '/raw-deflate'])('is decompressed: %s', async (path) => {
    expect((await read(at(path))).title).toBe('Tides');
  });

  it.each([
    ['/text', 'Just text'],
    ['/markdown', '# Notes\n\n- one'],
    ['/json', '```json\n{"a": 1}\n```'],
  ])('may be text: %s', async (path, markdown) => expect((await read(at(path))).markdown).toBe(markdown));

  it('may be a document', async () => {
    expect((await read(at('/report.pdf'))).markdown).not.toBe('');
    expect((await read(at('/report.docx'))).markdown).toContain('The invoice is due in March.');
  });

  it('is cut where it is too long, and says so', async () => {
    const { markdown, isCut } = await read(at('/long'));
    expect(isCut).toBe(true);
    expect(markdown).toMatch(/\[The rest of the page is left out: it is too long\.\]$/);
    expect(markdown.length).toBeLessThan(200_100);
  });
});

describe('an address that may not be read', () => {
  it.each([
    ['ftp://site.test/', /absolute http or https URL/],
    ['file:///etc/passwd', /absolute http or https URL/],
    ['data:text/html,x', /absolute http or https URL/],
    ['site.test', /absolute http or https URL/],
    ['http://', /absolute http or https URL$/],
    ['http://exa mple.com/', /absolute http or https URL$/],
    ['http://[::1', /absolute http or https URL$/],
    ['http://site.test:99999/', /absolute http or https URL$/],
    ['http://user:word@site.test/', /credentials/],
    ['http://127.0.0.1/', /must be public/],
    ['http://localhost/', /must be public/],
    ['http://[::1]/', /must be public/],
    ['http://2130706433/', /must be public/],
    ['http://169.254.169.254/latest/meta-data', /must be public/],
    ['http://printer.local/', /must be public/],
    ['http://inner.test/', /not public/],
    ['http://mixed.test/', /not public/],
    ['http://unknown.test/', /not public/],
    // A port that the guard of these tests does not allow.
    ['http://site.test:8080/', /not public/],
    ['http://other.test/closed', /robots\.txt/],
    ['http://other.test/closed/a?b=1', /robots\.txt/],
    [at('/moved-to-closed'), /robots\.txt/],
  ])('%s', async (url, message) => {
    const failure = await failureOf(url);
    expect(failure).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringMatching(message) });
    expect(failure?.message).not.toMatch(/10\.0\.0|192\.168/);
  });

  it('is never connected to', () => {
    expect(new Set(site.attempts)).toEqual(new Set(['127.0.0.1']));
  });
});

describe('a page that cannot be read', () => {
  it.each([
    ['/missing', 'gone', /answered 404/],
    ['/login', 'refused', /login/],
    ['/sign-in', 'sign_in', /asks for a sign-in/],
    ['/moved-inside', 'elsewhere', /may not be read/],
    ['/moved-to-inner', 'elsewhere', /may not be read/],
    ['/moved-to-file', 'elsewhere', /may not be read/],
    ['/moved-with-credentials', 'elsewhere', /may not be read/],
    ['/moved-forever', 'elsewhere', /more than 5 times/],
    ['/empty', 'empty', /no text/],
    ['/nothing', 'empty', /no text/],
    ['/picture', 'unsupported', /neither text/],
    ['/binary', 'unsupported', /neither text/],
    ['/damaged-gzip', 'unsupported', /damaged/],
    ['/unknown-encoding', 'unsupported', /compression/],
    ['/layers', 'unsupported', /compressed too many times/],
    ['/gzip-bomb', 'too_large', /larger than 5 MB/],
    ['/br-bomb', 'too_large', /larger than 5 MB/],
    ['/announced', 'too_large', /larger than 5 MB/],
    ['/endless', 'too_large', /larger than 5 MB/],
    ['/broken', 'unreachable', /ended early/],
  ])('%s: %s', async (path, kind, message) => {
    const failure = await failureOf(at(path));
    expect(failure).toMatchObject({ kind, message: expect.stringMatching(message) });
    expect(failure?.message).not.toMatch(/\d+\.\d+\.\d+\.\d+|secret|site\.test/);
  });

  it('because no connection can be made', async () => {
    expect(await failureOf('http://closed.test/')).toMatchObject({ kind: 'unreachable' });
  });

  it('ends when its caller leaves', async () => {
    const controller = new AbortController();
    const reading = read(at('/announced'), newId(), controller.signal);
    controller.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
  });
});

describe('what is kept', () => {
  const cached = async (path: string, headers: Record<string, string | string[]>) => {
    pages[path] = { headers, body: page('First') };
    const [one, two] = [newId(), newId()];
    await read(at(path), one);
    pages[path] = { headers, body: page('Second') };
    return [(await read(at(path), one)).title, (await read(at(path), two)).title];
  };

  it.each<[string, Record<string, string | string[]>, string[]]>([
    ['for all accounts', {}, ['First', 'First']],
    ['for the account alone where a cookie is set', { 'set-cookie': ['a=b'] }, ['First', 'Second']],
    ['for the account alone where it is private', { 'cache-control': 'private, max-age=600' }, ['First', 'Second']],
    ['for the account alone where it depends on cookies', { vary: 'Accept, Cookie' }, ['First', 'Second']],
    ['for nobody where that is forbidden', { 'cache-control': 'no-store' }, ['Second', 'Second']],
    ['for nobody where it has no lifetime', { 'cache-control': 'max-age=0' }, ['Second', 'Second']],
  ])('%s', async (name, headers, titles) => {
    expect(await cached(`/kept/${encodeURIComponent(name)}`, headers)).toEqual(titles);
  });

  it('for the account alone where a cookie is set on the way', async () => {
    pages['/with-cookie'] = { status: 302, headers: { location: '/behind', 'set-cookie': 'a=b' } };
    pages['/behind'] = { headers: {}, body: page('First') };
    await read(at('/with-cookie'));
    pages['/behind'] = { headers: {}, body: page('Second') };
    expect((await read(at('/with-cookie'))).title).toBe('Second');
  });
});

describe('the rules of a site', () => {
  it('are unknown if they cannot be read: then nothing may be', async () => {
    pages['/robots.txt'] = { status: 503 };
    expect(await failureOf('http://fresh.test/')).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/robots\.txt/),
    });
  });
});
