/**
 * The process that renders pages: Next's request handler on a local socket. It has no database and no secrets;
 * everything that pages need to know about a request comes in headers from the API process, its only client. It exits
 * with that process.
 */
import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import next from 'next';
import { SECOND_MS } from '../core/time';
import { settings } from '../platform/env';
import { onParentGone } from '../platform/on-parent-gone';
import { projectRoot } from '../platform/project-root';
import { markRendererProcess } from './renderer-process';
import type { RendererMessage } from './renderer';

/** Of 19 (last): when the machine is busy, API streams come first. */
const NICENESS = 5;
/** Resident memory, in 2^20 bytes, above which the process asks to be replaced, and above which it is killed. */
const GROWN_MEGABYTES = 700;
const MAX_RESIDENT_MEGABYTES = 1_200;
const MEMORY_CHECK_MS = 10 * SECOND_MS;
/** More than the API process accepts, plus what it adds. */
const MAX_HEADER_BYTES = 65_536;

const socketPath = process.argv[2] ?? '';

markRendererProcess();
endWithParent();
yieldToStreams();
// Without a listener, each failed write about an error would be another error to write about.
process.stderr.on('error', () => undefined);
// A bug in one page must not end the others; each is reported on standard error, which the API process logs.
process.on('uncaughtException', (error) => process.stderr.write(`${error.stack ?? error.message}\n`));
process.on('unhandledRejection', (reason) => process.stderr.write(`${String(reason)}\n`));
await listen();
setInterval(reportMemory, MEMORY_CHECK_MS).unref();

async function listen(): Promise<void> {
  const { host, port } = settings();
  // Next would handle the upgrades of its server, so it gets one that never listens.
  const pages = next({ dev: false, dir: projectRoot(), hostname: host, port, httpServer: createServer() });
  try {
    await pages.prepare();
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  }
  const handle = pages.getRequestHandler();
  // The API process decides when a connection ends: closing it here could fail a page request that was just sent.
  const options = { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0, maxHeaderSize: MAX_HEADER_BYTES };
  const server = createServer(options, (incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      outgoing.destroy();
    });
  });
  server.maxHeadersCount = 0;
  server.listen(socketPath, () => send({ ready: true }));
}

function send(message: RendererMessage): void {
  process.send?.(message);
}

/** The parent replaces a process that has grown too large, once it is idle. */
function reportMemory(): void {
  if (process.memoryUsage.rss() > GROWN_MEGABYTES * 2 ** 20) send({ grown: true });
}

/**
 * Runs exactly as long as the API process. Ctrl-C or `SIGTERM` for the whole group is handled by the parent, which lets
 * its pages finish first. The worker thread ends this process even while a page blocks the event loop.
 */
function endWithParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  onParentGone(() => {
    removeSocket();
    process.exit();
  });
  const workerData = { maxResidentBytes: MAX_RESIDENT_MEGABYTES * 2 ** 20, parent: process.ppid };
  // Built from lib/platform/child/watch-process.worker.ts.
  new Worker(new URL('./watch-process.worker.mjs', import.meta.url), { workerData }).unref();
}

/** The parent may have exited without removing the folder. */
function removeSocket(): void {
  if (process.platform !== 'win32') rmSync(dirname(socketPath), { recursive: true, force: true });
}

/** On Linux, priority is per thread: V8's threads already run, later ones inherit it. */
function yieldToStreams(): void {
  try {
    setPriority(NICENESS);
    if (process.platform !== 'linux') return;
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), NICENESS);
  } catch {
    // Not permitted, or a thread has ended in the meantime: then the priority stays.
  }
}
