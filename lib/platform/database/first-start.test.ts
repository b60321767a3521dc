import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../db';
import { projectRoot } from '../project-root';
import { lockFolderOf } from './pglite';

/** How many first starts are killed, each a little later than the previous one. */
const ROUNDS = Number(process.env.FAREBOX_ROUNDS ?? 3);
const ROUND_MS = 120_000;

let folder: string;
/** How long a first start takes from acquiring the lock to the open database. */
let startMs: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-first-start-'));
  const start = startProcess(join(folder, 'whole'));
  await start.locked;
  const lockedAt = performance.now();
  await once(start.child.stdout, 'data');
  startMs = performance.now() - lockedAt;
  await start.kill();
}, ROUND_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
it.each(rounds)(
  'a first start that is killed does not disturb the next one (moment %i)',
  async (round) => {
    const dataDir = join(folder, `round-${round}`);
    const start = startProcess(dataDir);
    await start.locked;
    // From just after the lock is acquired to about the end of the initialization.
    await sleep((startMs * round) / ROUNDS);
    await start.kill();

    const opened = await openDatabase({ dataDir });
    expect(await opened.query('select name from installation_secret')).toEqual([]);
    await opened.close();
    // The process that wrote the draft exits on its own, and the next start removes the draft.
    await expect.poll(() => writersOf(dataDir), { timeout: 5_000 }).toEqual([]);
    const again = await openDatabase({ dataDir });
    await again.close();
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'db.lock']);
    rmSync(dataDir, { recursive: true, force: true });
  },
  ROUND_MS,
);

it('a start is not disturbed by a process that still writes into an earlier draft', async () => {
  const dataDir = join(folder, 'disturbed');
  const draft = join(dataDir, 'db.new');
  mkdirSync(draft, { recursive: true });
  const write = `
    const { mkdirSync, writeFileSync } = require('node:fs');
    for (let n = 0; ; n += 1) {
      try {
        mkdirSync(process.argv[1] + '/' + n % 50, { recursive: true });
        writeFileSync(process.argv[1] + '/' + n % 50 + '/' + n % 1000, 'x');
      } catch {}
    }`;
  const writer = spawn(process.execPath, ['-e', write, draft], { stdio: 'ignore' });
  try {
    await untilThere(join(draft, '49'));
    const opened = await openDatabase({ dataDir });
    expect(await opened.query('select 1 as one')).toEqual([{ one: 1 }]);
    await opened.close();
  } finally {
    writer.kill('SIGKILL');
    await once(writer, 'exit');
  }
  const again = await openDatabase({ dataDir });
  await again.close();
  expect(readdirSync(dataDir).sort()).toEqual(['db', 'db.lock']);
}, 120_000);

it('the process that creates the files is killed midway when its parent has changed', async () => {
  const script = join(projectRoot(), 'dist', 'pglite-init.child.mjs');
  // What it sees once its parent is gone: it has a different parent, here this process.
  const child = spawn(process.execPath, [script, join(folder, 'orphan'), '1'], { stdio: 'ignore' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  expect(existsSync(join(folder, 'orphan', 'postmaster.opts'))).toBe(false);
});

/** Opens a database in a separate process, which prints a line once it is open and then waits. */
function startProcess(dataDir: string) {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, '..', 'db.ts')).href)});
    await openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
    process.stdout.write('open');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    env: { ...process.env, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  return {
    child,
    locked: untilThere(lockFolderOf(dataDir)),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function untilThere(path: string): Promise<void> {
  while (!existsSync(path)) await sleep(5);
}

/** The command lines of other processes that name a data folder; on Linux only. */
function writersOf(dataDir: string): string[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  return pids.map(commandOf).filter((command) => command.includes(join(dataDir, 'db')));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(join('/proc', pid, 'cmdline'), 'utf8');
  } catch {
    return '';
  }
}
