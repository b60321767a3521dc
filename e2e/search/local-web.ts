import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '../support/fixtures';
import { admin } from '../support/operator';
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model';

/** A site on this machine. Its words are in no other page of the index, which has the documentation, too. */
export type LocalSite = {
  /** Without a slash at the end. */
  origin: string;
  host: string;
  /** Paths that were asked for since the site was indexed, except `/robots.txt`. */
  asked: string[];
  stop: () => Promise<void>;
};

const START = '/sourdough.html';
export const TITLES = {
  timetable: 'Sourdough timetable for a cold kitchen',
  yeast: 'How wild yeast works',
  code: 'feeding.py: a sourdough timetable as code',
};

type SitePage = { title: string; date?: string; body: string };

const PAGES: Record<string, SitePage> = {
  [START]: {
    title: TITLES.timetable,
    date: '2024-11-20T08:00:00Z',
    body: `<p>A sourdough loaf in a cold kitchen needs a longer timetable: the dough rests from noon to midnight.</p>
      <p>Some recipes print <code>&lt;img src=x onerror=alert(1)&gt;</code> instead of a picture of the crumb.
      <img src="https://evil.example/crumb.png" alt="The crumb"></p>
      <p>Read <a href="/yeast.html">how wild yeast works</a>, or see <a href="/tools/feeding.py">the timetable as code</a>.
      What lives under <a href="/private/cellar.html">the sourdough cellar</a> is for people only.</p>`,
  },
  '/yeast.html': {
    title: TITLES.yeast,
    body: `<p>Wild yeast lives on rye flour. In a sourdough it makes the gas that raises the dough.</p>
      <p>Yeast grows slowly in the cold, which is why a sourdough timetable depends on the kitchen.</p>`,
  },
  '/tools/feeding.py': {
    title: TITLES.code,
    date: '2019-01-01',
    body: '<p>Prints the timetable of a sourdough.</p><pre><code>def feed(rye, water):\n    return rye + water</code></pre>',
  },
};

/** Starts the site. `robots.txt` forbids `/private`. Nothing may be kept, so that each reading reaches it. */
export async function startSite(): Promise<LocalSite> {
  const asked: string[] = [];
  const server = createServer(({ url: path = '/' }, response) => {
    if (path === '/robots.txt') return response.end('User-agent: *\nDisallow: /private\n');
    asked.push(path);
    const page = PAGES[path];
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    response.writeHead(page ? 200 : 404, headers);
    response.end(page ? toHtml(page) : 'Not found');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://${host}`, host, asked, stop };
}

function toHtml({ title, date, body }: SitePage): string {
  const published = date === undefined ? '' : `<meta property="article:published_time" content="${date}">`;
  return `<!doctype html><html lang="en"><head><title>${title}</title>${published}</head>
    <body><article><h1>${title}</h1>${body}</article></body></html>`;
}

/** The second engine is one that cannot be reached; `citing` cites its first source, and one that it does not have. */
const serviceFile = (baseUrl: string) => `
include: [embedded]
providers:
  scripted: { kind: openai-compatible, base_url: '${baseUrl}' }
search:
  google: { engine: searxng, base_url: 'http://127.0.0.1:9' }
models:
  - id: citing
    name: citing
    class: XS
    upstreams: [{ provider: scripted, model: citing }]
    price: { input: '0.15', output: '0.60' }
    context: 32768
    max_completion: 4096
`;

/** Scenarios on a server whose index has a site on this machine, which the operator lets it read. */
export const test = base.extend<object, { site: LocalSite; upstream: ScriptedModel }>({
  site: [
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  upstream: [
    async ({}, use) => {
      const upstream = await startScriptedModel();
      await use(upstream);
      await upstream.stop();
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ site, upstream }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'farebox-search-'));
      const file = join(folder, 'service.yaml');
      writeFileSync(file, serviceFile(upstream.baseUrl));
      await use({ SERVICE_FILE: file, PRIVATE_PAGE_HOSTS: site.host });
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  farebox: [
    async ({ farebox, site }, use) => {
      const { report } = await admin(farebox, 'index', 'add', `${site.origin}${START}`);
      expect(report).toMatchObject({ documents: 3, failed: [{ url: `${site.origin}/private/cellar.html` }] });
      site.asked.length = 0;
      await use(farebox);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

export { expect };
