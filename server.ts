import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import next from 'next';
import { routes } from './app/api/route-table';
import { boot, type Running } from './lib/boot/boot';
import { ApiError } from './lib/core/errors';
import { newRequestId } from './lib/http/headers';
import { isAllowedHost } from './lib/http/host';
import { toWebRequest, writeWebResponse } from './lib/http/node-adapter';
import { PEER_HEADER, peerOf } from './lib/http/peer';
import { replyError } from './lib/http/reply';
import { makeDispatch } from './lib/http/route-table';
import { settings, type Settings } from './lib/platform/env';
import { log } from './lib/platform/log';
import { projectRoot } from './lib/platform/project-root';

/** How long a stop waits for requests at work before it closes their connections. */
const STOP_GRACE_MS = 10_000;
/** Longer than the idle time of common proxies, so that they close first. */
const KEEP_ALIVE_MS = 75_000;

/**
 * The production door: one `node:http` server. `/api` (but for the browser session's own routes) goes straight to
 * the route functions, everything else to Next. Resolves when the server listens.
 * @throws Error with words for the operator where the start cannot go on
 */
export async function main(): Promise<void> {
  const current = settings();
  const pages = next({ dev: false, dir: projectRoot(), hostname: current.host, port: current.port });
  const [running] = await Promise.all([boot(), pages.prepare()]);
  const server = createServer(answer(current, pages.getRequestHandler()));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listen(server, current);
  stopOnSignal(server, running);
  process.on('SIGHUP', () => void running.reload());
  await running.announce();
}

type PageHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

function answer(current: Settings, pages: PageHandler): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const dispatch = makeDispatch(routes);
  const answerApi = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const request = toWebRequest(incoming, outgoing, peerOf(incoming, current.trustProxy));
    await writeWebResponse(await dispatch(request), incoming, outgoing);
  };
  const answerPage = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!isAllowedHost(incoming.headers.host ?? null, current)) {
      const words = 'This host name is not known here. Set PUBLIC_ORIGIN or ALLOWED_HOSTS to allow it.';
      await writeWebResponse(
        replyError(new ApiError('MISDIRECTED_REQUEST', words), newRequestId(), {}),
        incoming,
        outgoing,
      );
      return;
    }
    incoming.headers[PEER_HEADER] = peerOf(incoming, current.trustProxy).address;
    await pages(incoming, outgoing);
  };
  return (incoming, outgoing) => {
    const door = isApi(incoming.url ?? '/') ? answerApi : answerPage;
    door(incoming, outgoing).catch((error: unknown) => {
      log.error({ err: error, path: incoming.url?.split('?')[0] }, 'the door failed');
      outgoing.destroy();
    });
  };
}

function isApi(url: string): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/auth/');
}

function listen(server: Server, { host, port }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        new Error(
          taken
            ? `Port ${port} is taken. Set PORT to a free one.`
            : `Cannot listen on ${host}:${port}: ${error.message}`,
        ),
      );
    });
    server.listen(port, host, () => resolve());
  });
}

function stopOnSignal(server: Server, running: Running): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS).unref();
    void closed
      .then(() => running.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the stop failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
