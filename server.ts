import { createServer as createNetServer, type Server as NetServer } from 'node:net';
import { describedRoutes } from './app/api/described-routes';
import { routes } from './app/api/route-table';
import { boot, type Running } from './lib/boot/boot';
import { surviveBugs } from './lib/boot/survive-bugs';
import { makeListener } from './lib/http/server/listener';
import { createHttpServer, type HttpServer } from './lib/http/server/create-server';
import { makePace } from './lib/http/server/pace-refusals';
import { makeStaticFiles } from './lib/http/server/static-files';
import { makeAuthRoutes } from './lib/http/pages/auth-routes';
import { renderPages } from './lib/http/pages/render-pages';
import { SERVER_TIMEOUTS } from './lib/http/server/timeouts';
import { makeDispatch } from './lib/http/route-table';
import { describeRoutes } from './lib/openapi/reference/shared';
import { superviseRenderer, type Renderer } from './lib/pages/renderer';
import { warmRenderer } from './lib/pages/warm';
import { settings, type Settings } from './lib/platform/env';
import { drainLog, log } from './lib/platform/log';
import { projectRoot } from './lib/platform/project-root';

/** Connections that may wait to be accepted: in a burst, each one beyond this waits a second and more. */
const BACKLOG = 4_096;
/** How long the last log lines may take to be written. */
const LAST_LINES_MS = 3_000;
/** Within this time, a further signal counts as an echo of the first. */
const SAME_SIGNAL_MS = 1_000;

/**
 * The production server: one `node:http` server. `/api` is routed directly to the route functions, session routes to
 * next-auth, pages to the renderer, which is a separate process, started once the server is idle. Resolves when the server
 * listens.
 * @throws Error with a message for the operator if startup fails
 */
export async function main(): Promise<void> {
  const current = settings();
  let ready: Running | null = null;
  // Installed first: without a listener this signal would end the process.
  process.on('SIGHUP', () => void ready?.reload());
  // Checked before anything is created: a port in use is the most common reason for a failed start.
  await probePort(current);
  // Before the process grows, because this prepares the start of another one.
  const renderer = superviseRenderer();
  // For the search index, which has the API reference.
  describeRoutes(() => Promise.resolve(describedRoutes));
  const running = await boot();
  const pages = makeStaticFiles(projectRoot(), makeAuthRoutes(renderPages(renderer)));
  const pace = current.failedRequestGuard ? makePace() : undefined;
  const server = createHttpServer(makeListener(current, makeDispatch(routes), pages, SERVER_TIMEOUTS, pace));
  await listen(server.server, current);
  surviveBugs();
  stopOnSignal(server, renderer, running);
  ready = running;
  await running.announce();
  void warmRenderer(renderer, server.isIdle);
}

/** Listens for a moment; clients that connect in that time are disconnected and can retry. */
async function probePort(current: Settings): Promise<void> {
  const probe = createNetServer((socket) => socket.destroy());
  await listen(probe, current);
  await new Promise((resolve) => probe.close(resolve));
}

function listen(server: NetServer, { host, port }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        new Error(
          taken
            ? `Port ${port} is in use. Set PORT to a free one.`
            : `Cannot listen on ${host}:${port}: ${error.message}`,
        ),
      );
    });
    server.listen({ port, host, backlog: BACKLOG }, () => resolve());
  });
}

/**
 * Exits after the last log lines are written. If nothing reads them, it kills the process: an exit would wait for the
 * reader.
 */
async function end(code: number): Promise<void> {
  if (await drainLog(LAST_LINES_MS)) process.exit(code);
  process.kill(process.pid, 'SIGKILL');
}

/**
 * The first signal shuts down gracefully (exit 0), a second one immediately (exit 1). One right after the first counts
 * as the same signal: npm and the terminal both pass it on.
 */
function stopOnSignal(server: HttpServer, renderer: Renderer, running: Running): void {
  let stoppedAtMs: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (stoppedAtMs !== null) {
      if (performance.now() - stoppedAtMs > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppedAtMs = performance.now();
    log.info({ signal }, 'stopping');
    void server
      .stop()
      .then(() => renderer.close())
      .then(() => running.stop())
      .then(
        () => end(0),
        (error: unknown) => {
          log.error({ err: error }, 'the shutdown failed');
          return end(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
