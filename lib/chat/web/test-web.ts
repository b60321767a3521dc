import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { listen, type Listening } from '../../providers/conformance/serve';
import { installWebAccess, type WebAccess } from '../../web/access';
import type { WebResult } from '../../web/web-result';

/** What the test's web does with a request. */
export type TestWeb = {
  /** The search results; `fail` answers 500, `hang` never answers. */
  results: WebResult[] | 'fail' | 'hang';
  /** Texts of pages by path; others answer 404. */
  pages: Record<string, string>;
  /** Queries and paths, in the order in which they came. */
  seen: string[];
  /** The origin of its pages. */
  origin: string;
  stop(): Promise<void>;
};

/** Starts a search engine and pages on 127.0.0.1, and installs the access to them. */
export async function startTestWeb(): Promise<TestWeb> {
  const web: TestWeb = { results: [], pages: {}, seen: [], origin: '', stop: async () => undefined };
  const server: Listening = await listen(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const query = url.searchParams.get('q');
    web.seen.push(query ?? url.pathname);
    if (query !== null) {
      if (web.results === 'hang') return;
      response.writeHead(web.results === 'fail' ? 500 : 200).end(JSON.stringify(web.results));
      return;
    }
    const page = web.pages[url.pathname];
    response.writeHead(page === undefined ? 404 : 200).end(page ?? '');
  });
  web.origin = server.origin;
  installWebAccess(accessTo(server.origin));
  web.stop = async () => {
    installWebAccess({});
    await server.stop();
  };
  return web;
}

function accessTo(origin: string): WebAccess {
  return {
    search: async ({ query, limit }, signal) => {
      const text = await read(`${origin}/search?q=${encodeURIComponent(query)}`, signal);
      return (JSON.parse(text) as WebResult[]).slice(0, limit);
    },
    readPage: async (url, { signal }) => ({ url, title: 'A page', markdown: await read(url, signal), date: '' }),
  };
}

async function read(url: string, signal: AbortSignal): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { signal }, resolve).on('error', reject);
  });
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  if (response.statusCode !== 200) throw new Error(`It answered ${response.statusCode}`);
  return Buffer.concat(pieces).toString();
}
