import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { ApiError } from '../../core/errors';
import { previewHeaders } from '../../core/preview-frame';
import { refuse } from '../answer/reply';
import type { PageHandler, SendReply } from './listener';
import { decodedPathOf } from './target-path';

/** The pages load their code, styles, and fonts from here; every file name contains a hash of its contents. */
const PREFIX = '/_next/static/';
/** Next's own routes. Our pages need none of them except the build's files. */
const NEXT_ROUTES = /^\/_next(?:\/|$)/;
const YEAR_SECONDS = 31_536_000;

/**
 * Serves the build's files, in the smallest encoding that the build wrote and the browser accepts (`.br`, `.gz`), and the
 * files of `public/`; everything else goes on to the pages. A missing build file is a plain 404: no page is rendered for
 * a script of an earlier build. So is everything else under `/_next`, because the renderer would resize images there,
 * fetch our own paths for that, and store the results on disk.
 * @param root the project's folder
 */
export function makeStaticFiles(root: string, pages: PageHandler): PageHandler {
  const serveBuilt = sirv(join(root, '.next', 'static'), {
    // Checks the disk on each request, because a build may replace the files under a running server.
    dev: true,
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (outgoing) => {
      outgoing.setHeader('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`);
      outgoing.setHeader('x-content-type-options', 'nosniff');
    },
  });
  const publicFolder = join(root, 'public');
  const publicPaths = listFiles(publicFolder);
  const servePublic = sirv(publicFolder, {
    dev: true,
    etag: true,
    setHeaders: (outgoing, path) => {
      outgoing.setHeader('cache-control', 'public, max-age=0');
      outgoing.setHeader('x-content-type-options', 'nosniff');
      for (const [name, value] of Object.entries(previewHeaders(path) ?? {})) outgoing.setHeader(name, value);
    },
  });
  return async (incoming, outgoing, send) => {
    const target = incoming.url ?? '/';
    if (isRead(incoming) && target.startsWith(PREFIX)) {
      incoming.url = target.slice(PREFIX.length - 1);
      return served(incoming, outgoing, { serve: serveBuilt, send });
    }
    if (NEXT_ROUTES.test(decodedPathOf(target))) return replyMissing(incoming, send);
    if (!isRead(incoming)) return pages(incoming, outgoing, send);
    return publicPaths.has(target.split('?', 1)[0] ?? '')
      ? served(incoming, outgoing, { serve: servePublic, send })
      : pages(incoming, outgoing, send);
  };
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

/** The paths of the files directly in a folder. */
function listFiles(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Set(files.map(({ name }) => `/${name}`));
}

function served(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { serve, send }: { serve: ReturnType<typeof sirv>; send: SendReply },
): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.once('close', resolve);
    serve(incoming, outgoing, () => void replyMissing(incoming, send).catch(reject));
  });
}

function replyMissing(incoming: IncomingMessage, send: SendReply): Promise<void> {
  const missing = new ApiError('NOT_FOUND', 'File not found.');
  return send(refuse(missing, { method: incoming.method, isOwn: true }), null);
}
