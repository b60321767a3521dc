/**
 * `npm run bench -- page-stalls`: what pages cost the process that serves the API. 16 connections ask for pages without a
 * session; the API process reports the time its event loop was busy and its longest stall, for the first page of the
 * process and for the load behind it. Figures are the server's own (`perf_hooks`), so a busy machine does not blur them
 * much; the longest stall contains what the operating system took away.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFarebox } from '../e2e/support/server';
import { table } from './report/table';

const CONNECTIONS = 16;
const LOAD_MS = 10_000;
const PATHS = ['/', '/sign-in', '/models', '/docs', '/nothing-here'];
/** As long as a report of the server may take. */
const REPORT_MS = 500;

/** What the API process reports on SIGUSR2: milliseconds since the last report. */
type Report = { count: number; busyMs: number; longestStallMs: number };

/** Runs in the API process, loaded by `NODE_OPTIONS`. */
const MONITOR = (file: string) => `
  import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
  import { writeFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    let last = performance.eventLoopUtilization();
    let count = 0;
    process.on('SIGUSR2', () => {
      const now = performance.eventLoopUtilization();
      const { active } = performance.eventLoopUtilization(now, last);
      last = now;
      count += 1;
      writeFileSync(${JSON.stringify(file)}, JSON.stringify({ count, busyMs: active, longestStallMs: delay.max / 1e6 }));
      delay.reset();
    });
  }`;

let reports = 0;
const folder = mkdtempSync(join(tmpdir(), 'farebox-bench-'));
const file = join(folder, 'report.json');
writeFileSync(join(folder, 'monitor.mjs'), MONITOR(file));
const server = await startFarebox({
  NODE_OPTIONS: `--import=${join(folder, 'monitor.mjs')}`,
  LOG_LEVEL: 'warn',
});
try {
  await sleep(2_000);
  const rows: string[][] = [];
  await report();
  await sleep(2_000);
  rows.push(row('no request, 2 s', 0, await report()));
  const first = await get(new Agent(), '/');
  rows.push(row(`first page (${first})`, 1, await report()));
  await Promise.all(PATHS.map((path) => get(new Agent(), path)));
  await report();
  const before = performance.now();
  const pages = await load();
  const seconds = (performance.now() - before) / 1000;
  rows.push(
    row(`${CONNECTIONS} connections, ${(pages.answered / seconds).toFixed(0)} pages/s`, pages.answered, await report()),
  );
  table(['load', 'pages', 'loop busy per page', 'longest stall'], rows);
  process.stdout.write(`statuses: ${JSON.stringify(Object.fromEntries(pages.statuses))}\n`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function row(name: string, pages: number, { busyMs, longestStallMs }: Report): string[] {
  const perPage = pages === 0 ? `${busyMs.toFixed(1)} ms in all` : `${(busyMs / pages).toFixed(2)} ms`;
  return [name, String(pages), perPage, `${longestStallMs.toFixed(1)} ms`];
}

async function load(): Promise<{ answered: number; statuses: Map<number, number> }> {
  const statuses = new Map<number, number>();
  const end = performance.now() + LOAD_MS;
  let answered = 0;
  const worker = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() < end) {
      const status = await get(agent, PATHS[answered % PATHS.length] ?? '/');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      answered += 1;
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return { answered, statuses };
}

function get(agent: Agent, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${server.url}${path}`, { agent, headers: { accept: 'text/html' } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
    });
    asked.once('error', reject);
    asked.end();
  });
}

async function report(): Promise<Report> {
  reports += 1;
  process.kill(server.pid, 'SIGUSR2');
  for (const end = performance.now() + REPORT_MS * 10; performance.now() < end;) {
    await sleep(20);
    const found = readReport();
    if (found?.count === reports) return found;
  }
  throw new Error('The server did not report.');
}

function readReport(): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
