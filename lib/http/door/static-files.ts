import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import type { PageHandler } from './listener';

/** Where the pages ask for their code, styles and fonts; every name holds a hash of its contents. */
const PREFIX = '/_next/static/';
const YEAR_SECONDS = 31_536_000;

/**
 * Answers what the pages load from the build's own files, in the smallest form that the build wrote and the browser
 * takes (`.br`, `.gz`); whatever else is asked for, and what is not there, goes on to the pages.
 * @param root the project's folder
 */
export function makeStaticFiles(root: string, pages: PageHandler): PageHandler {
  const serve = sirv(join(root, '.next', 'static'), {
    // Looks at the disk for each request: a build under a running server must not leave it with files that are gone.
    dev: true,
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (outgoing) => {
      outgoing.setHeader('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`);
      outgoing.setHeader('x-content-type-options', 'nosniff');
    },
  });
  return async (incoming, outgoing) => {
    const target = incoming.url ?? '/';
    if (!target.startsWith(PREFIX) || !isRead(incoming)) return pages(incoming, outgoing);
    await served(incoming, outgoing, target, serve, pages);
  };
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

function served(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  serve: ReturnType<typeof sirv>,
  pages: PageHandler,
): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.once('close', resolve);
    incoming.url = target.slice(PREFIX.length - 1);
    serve(incoming, outgoing, () => {
      incoming.url = target;
      pages(incoming, outgoing).then(resolve, reject);
    });
  });
}
