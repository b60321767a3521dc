/**
 * `npm run bench -- boot`: start-up time, the time to the first answered chat, and memory at rest of the built product,
 * cold (with an empty data folder) and warm (started again). The chat uses a scripted upstream and is paid with a key;
 * the first start has no key yet. Prints the Markdown table of docs/performance.md, "Start and memory".
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFarebox } from '../e2e/support/server';
import { makeKey } from './gateway/subjects/account';
import { serviceFileOf } from './gateway/subjects/service-file';
import { startUpstream } from './gateway/upstream';
import { median } from './report/median';
import { table } from './report/table';

const ROUNDS = 5;
/** Memory is read after this idle time, so that garbage of the start is collected. */
const REST_MS = 5_000;

/** Measured from the start of the process; `firstChatMs` is null if there was no key to pay with. */
type Reading = { startMs: number; firstChatMs: number | null; serverMb: number; engineMb: number };

const upstream = await startUpstream(1);
const folder = mkdtempSync(join(tmpdir(), 'farebox-bench-'));
const env = { DATA_DIR: join(folder, 'data'), SERVICE_FILE: join(folder, 'service.yaml') };
writeFileSync(env.SERVICE_FILE, serviceFileOf(upstream.url, ['embedded']));
let key: string | null = null;
const warm: Reading[] = [];
try {
  const first = await read();
  for (let round = 0; round < ROUNDS; round += 1) warm.push(await read());
  report(first);
} finally {
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
}

function report(first: Reading): void {
  const of = (pick: (reading: Reading) => number | null) => median(warm.map(pick).filter((value) => value !== null));
  const memoryCells = (serverMb: number, engineMb: number) => [
    `${Math.round(serverMb)} MB`,
    `${Math.round(engineMb)} MB`,
  ];
  console.log(`Node ${process.version}, ${ROUNDS} warm rounds, medians\n`);
  table(
    ['start', 'ready after', 'first chat answered after', 'server at rest', 'engine child at rest'],
    [
      ['first (new database)', seconds(first.startMs), '–', ...memoryCells(first.serverMb, first.engineMb)],
      [
        ...['again', seconds(of(({ startMs }) => startMs)), seconds(of(({ firstChatMs }) => firstChatMs))],
        ...memoryCells(
          of(({ serverMb }) => serverMb),
          of(({ engineMb }) => engineMb),
        ),
      ],
    ],
  );
}

async function read(): Promise<Reading> {
  const startedAt = performance.now();
  const server = await startFarebox(env);
  try {
    const startMs = performance.now() - startedAt;
    const firstChatMs = key === null ? null : (await chat(server.url, key), performance.now() - startedAt);
    key ??= await makeKey(env);
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const processes = processTree(server.pid);
    const serverMb = processes.get(server.pid)?.megabytes ?? 0;
    const engineMb = [...processes]
      .filter(([pid]) => pid !== server.pid)
      .reduce((sum, [, one]) => sum + one.megabytes, 0);
    return { startMs, firstChatMs, serverMb, engineMb };
  } finally {
    await server.kill();
  }
}

/** One paid non-streaming answer. @throws Error if it is not 200 */
async function chat(url: string, key: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'answer-300', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The first chat returned ${answer.status}: ${text}`);
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
