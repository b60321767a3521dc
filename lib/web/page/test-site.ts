import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type GuardedFetch, makeGuardedFetch } from '../../platform/network/guarded-fetch';
import { processState } from '../../platform/process-state';

/** A site on this machine, and a network that leads to nothing else. */
export type TestSite = {
  /** Fetches from it, behind the guard; every name of `NAMES` leads to it. */
  get: GuardedFetch;
  /** The addresses to which connections were tried. */
  attempts: string[];
  /** Paths that were asked for, except `/robots.txt`. */
  asked: string[];
  stop: () => void;
};

/** What the site answers, by path; a function of the request writes its own answer. */
export type TestPages = Record<string, TestPage | ((request: IncomingMessage, response: ServerResponse) => void)>;
type TestPage = { status?: number; headers?: Record<string, string | string[]>; body?: string | Uint8Array };

/** Names and what they resolve to; the site is at 127.0.0.1, which the guard of tests allows. */
const NAMES: Record<string, string[]> = {
  'site.test': ['127.0.0.1'],
  'other.test': ['127.0.0.1'],
  'fresh.test': ['127.0.0.1'],
  'inner.test': ['10.0.0.5'],
  'mixed.test': ['93.184.216.34', '192.168.0.1'],
  'closed.test': ['93.184.216.34'],
};

/** For tests: starts a site. @param pages may be changed later */
export async function startTestSite(pages: TestPages): Promise<TestSite> {
  const attempts: string[] = [];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const page = pages[path] ?? { status: 404 };
    if (path !== '/robots.txt') asked.push(path);
    if (typeof page === 'function') return page(request, response);
    response.writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...page.headers });
    response.end(page.body ?? '');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const get = makeGuardedFetch({
    resolve: async (name) => NAMES[name] ?? [],
    connect: (options, callback) => {
      attempts.push(options.hostname);
      if (options.hostname !== '127.0.0.1') {
        return callback(Object.assign(new Error('connect ECONNREFUSED 93.184.216.34'), { code: 'ECONNREFUSED' }), null);
      }
      const socket = connect({ host: '127.0.0.1', port });
      socket.once('connect', () => callback(null, socket)).once('error', (error) => callback(error, null));
    },
    allows: (address, { port: wanted }) => address === '127.0.0.1' && wanted === '80',
  });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { get, attempts, asked, stop };
}

/** For tests: makes the site all that this process can read; call it before its first page. */
export function installTestSite(site: TestSite): void {
  processState('web.page.network', () => site.get);
}
