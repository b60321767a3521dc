import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A site on this machine. Its words are in no other page of the index, which has the documentation, too. */
export type LocalSite = {
  /** Without a slash at the end. */
  origin: string;
  host: string;
  /** Paths that were asked for since the site was indexed, except `/robots.txt`. */
  asked: string[];
  stop: () => Promise<void>;
};

/** The path of the page that links to the others. */
export const START = '/sourdough.html';
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
      What lives under <a href="/private/cellar.html">the sourdough cellar</a> is for people only.
      <a href="/lights/">Lighthouses</a> are another matter.</p>`,
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

/** Lighthouses of the site: each has a page, which only the list of them links to. */
const LIGHTS = [
  ['Ardvreck', 'a white flash every ten seconds', 'granite', 1857],
  ['Brindle Rock', 'two red flashes every six seconds', 'cast iron', 1871],
  ['Carrick Ness', 'a green light that never blinks', 'sandstone', 1802],
  ['Dunmore Spit', 'three white flashes every twenty seconds', 'oak', 1788],
  ['Eskdale Point', 'a yellow flash every four seconds', 'brick', 1899],
  ['Farrow Isle', 'one long red flash every minute', 'basalt', 1834],
  ['Garvel Head', 'four green flashes every half minute', 'limestone', 1846],
  ['Holm Skerry', 'a violet glow on Sundays', 'slate', 1911],
  ['Inverlochy', 'two white flashes every nine seconds', 'concrete', 1934],
  ['Jarrow Bar', 'a red and a white flash by turns', 'larch', 1779],
  ['Kettle Ness', 'five short flashes every half minute', 'marble', 1862],
  ['Lorne Stack', 'a white flash every two seconds', 'steel', 1958],
  ['Marwick', 'an amber light for fishing boats', 'flint', 1815],
] as const;

type Light = (typeof LIGHTS)[number];

const pathOfLight = ([name]: Light) => `/lights/${name.toLowerCase().replace(' ', '-')}.html`;
const pathOfKeeper = ([name]: Light) => `/lights/keepers/${name.toLowerCase().replace(' ', '-')}.html`;
export const titleOfLight = (name: string) => `The lighthouse of ${name}`;

PAGES['/lights/'] = {
  title: 'A list of lighthouses',
  body: `<p>Each lighthouse of this coast has a page of its own:</p>
    <ul>${LIGHTS.map((light) => `<li><a href="${pathOfLight(light)}">${light[0]}</a></li>`).join('')}</ul>`,
};
for (const light of LIGHTS) {
  const [name, signal, material, year] = light;
  PAGES[pathOfLight(light)] = {
    title: titleOfLight(name),
    body: `<p>The tower of ${name} was built of ${material} in ${year}. It shows ${signal}, and sailors know it by that.</p>
      <p>Its <a href="${pathOfKeeper(light)}">keepers</a> have a page, too.</p>`,
  };
  PAGES[pathOfKeeper(light)] = {
    title: `The keepers of ${name}`,
    body: `<p>Two keepers of ${name} trimmed the lamp by night and painted the ${material} by day, since ${year}.</p>`,
  };
}

/** How many pages the site has, without the one that `robots.txt` forbids. */
export const PAGE_COUNT = Object.keys(PAGES).length;

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
