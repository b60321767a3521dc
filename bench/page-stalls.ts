/**
 * `npm run bench -- page-stalls`: what pages cost the process that serves the API. 16 connections request pages without
 * a session, each request from a different address; the API process reports for its main thread, for the first page of
 * the process and for the load after it: its time on a processor, and the longest time between two runs of a timer of
 * one millisecond, with how much of that time it was on a processor. Other processes used the rest. Needs Linux.
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
/** The longest that a report of the server may take. */
const REPORT_TIMEOUT_MS = 5_000;

/** What the API process reports on SIGUSR2, of the time since the last report. */
type Report = { count: number; seconds: number; cpuMs: number; longestStallMs: number; longestCpuMs: number };

/** Runs in the API process, loaded by `NODE_OPTIONS`. */
const MONITOR = (file: string) => `
  import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    const buffer = Buffer.alloc(100);
    const schedule = openSync('/proc/' + process.pid + '/task/' + process.pid + '/schedstat');
    const cpuMs = () => Number(buffer.latin1Slice(0, readSync(schedule, buffer, 0, 100, 0)).split(' ')[0]) / 1e6;
    let [wall, cpu, start, began] = [performance.now(), cpuMs(), cpuMs(), performance.now()];
    let [count, longestStallMs, longestCpuMs] = [0, 0, 0];
    setInterval(() => {
      const [nowWall, nowCpu] = [performance.now(), cpuMs()];
      longestStallMs = Math.max(longestStallMs, nowWall - wall - 1);
      longestCpuMs = Math.max(longestCpuMs, nowCpu - cpu);
      [wall, cpu] = [nowWall, nowCpu];
    }, 1).unref();
    process.on('SIGUSR2', () => {
      count += 1;
      writeFileSync(${JSON.stringify(file)}, JSON.stringify({ count, seconds: (performance.now() - began) / 1000, cpuMs: cpuMs() - start, longestStallMs, longestCpuMs }));
      [longestStallMs, longestCpuMs, start, began] = [0, 0, cpuMs(), performance.now()];
    });
  }`;

let reports = 0;
let addresses = 0;
/** What the process and its monitor use without a request. */
let idleMsPerSecond = 0;
const folder = mkdtempSync(join(tmpdir(), 'farebox-bench-'));
const file = join(folder, 'report.json');
writeFileSync(join(folder, 'monitor.mjs'), MONITOR(file));
const server = await startFarebox({
  NODE_OPTIONS: `--import=${join(folder, 'monitor.mjs')}`,
  LOG_LEVEL: 'warn',
  // Requests come from different addresses, because the limits of a single address are not measured.
  TRUST_PROXY: '1',
});
try {
  await sleep(2_000);
  const rows: string[][] = [];
  await report();
  await sleep(2_000);
  const idle = await report();
  idleMsPerSecond = idle.cpuMs / idle.seconds;
  rows.push(row('no request', 0, idle));
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
  table(['load', 'pages', 'main thread per page', 'longest work', 'longest stall'], rows);
  process.stdout.write(`statuses: ${JSON.stringify(Object.fromEntries(pages.statuses))}\n`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function row(name: string, pages: number, { cpuMs, seconds, longestStallMs, longestCpuMs }: Report): string[] {
  const perPage = pages === 0 ? '' : `${((cpuMs - seconds * idleMsPerSecond) / pages).toFixed(2)} ms`;
  return [name, String(pages), perPage, `${longestCpuMs.toFixed(1)} ms`, `${longestStallMs.toFixed(1)} ms`];
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
    const outgoing = request(
      `${server.url}${path}`,
      { agent, headers: { accept: 'text/html', 'x-forwarded-for': nextAddress() } },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
        answer.once('error', reject);
      },
    );
    outgoing.once('error', reject);
    outgoing.end();
  });
}

function nextAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses % 250}`;
}

async function report(): Promise<Report> {
  reports += 1;
  process.kill(server.pid, 'SIGUSR2');
  for (const end = performance.now() + REPORT_TIMEOUT_MS; performance.now() < end;) {
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
