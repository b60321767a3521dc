/**
 * `npm run bench -- boot`: start-up time and memory at rest of the built product, cold (nothing in the data
 * folder) and warm (started again). Prints a Markdown table; the README's performance section is made of it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFarebox } from '../e2e/support/server';

const ROUNDS = 5;
/** Memory is read after this much rest, so that what the start left behind is collected or counted. */
const REST_MS = 5_000;

type Reading = { startMs: number; serverMb: number; engineMb: number };

const dataDir = mkdtempSync(join(tmpdir(), 'farebox-bench-'));
const first = await read();
const again: Reading[] = [];
for (let round = 0; round < ROUNDS; round += 1) again.push(await read());
rmSync(dataDir, { recursive: true, force: true });

const median = (pick: (reading: Reading) => number) =>
  again.map(pick).sort((left, right) => left - right)[Math.floor(ROUNDS / 2)] ?? 0;
console.log(`Node ${process.version}, ${ROUNDS} warm rounds, medians\n`);
console.log('| start | ready after | server at rest | engine child at rest |');
console.log('|---|---|---|---|');
console.log(
  `| first (new database) | ${seconds(first.startMs)} | ${Math.round(first.serverMb)} MB | ${Math.round(first.engineMb)} MB |`,
);
console.log(
  `| again | ${seconds(median((reading) => reading.startMs))} | ${Math.round(median((reading) => reading.serverMb))} MB | ${Math.round(median((reading) => reading.engineMb))} MB |`,
);

async function read(): Promise<Reading> {
  const startedAt = performance.now();
  const server = await startFarebox({ DATA_DIR: dataDir });
  const startMs = performance.now() - startedAt;
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const processes = processTree(server.pid);
  const serverMb = processes.get(server.pid)?.megabytes ?? 0;
  const engineMb = [...processes]
    .filter(([pid]) => pid !== server.pid)
    .reduce((sum, [, one]) => sum + one.megabytes, 0);
  await server.kill();
  return { startMs, serverMb, engineMb };
}

/** Resident memory of a process and its children, from `ps`. */
function processTree(root: number): Map<number, { megabytes: number }> {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = new Map<number, { megabytes: number }>();
  for (const [pid = 0, parent = 0, kilobytes = 0] of rows) {
    if (pid === root || parent === root) tree.set(pid, { megabytes: kilobytes / 1024 });
  }
  return tree;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
