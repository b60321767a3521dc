import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../platform/db';
import { runLoad } from './test-load';
import { rush } from './test-rush';

/** Where a process finds its database. */
export type DatabaseLocation = { databaseUrl?: string; dataDir: string };

/** A process of its own that works on a ledger. */
export type TestProcess = {
  /** What it has said so far. */
  said: unknown[];
  /** Asks it something. */
  ask(messages: unknown): void;
  /** Resolves when it has said so much; rejects when it ends before. */
  saying(count: number): Promise<void>;
  /** SIGKILL. What it had said until then is in `said`. */
  kill(): Promise<void>;
};

/** What stands around each of its words: the log shares the output, and the last one may be cut short by a kill. */
const [BEFORE, AFTER] = ['> ', ' <'] as const;

/**
 * Starts this file as a process of its own. It opens the database, says `open`, and then
 * `rush`: answers every question with the outcome of that `rush`;
 * `load`: waits for one question, a plan, and runs that `runLoad` without end.
 */
export function startTestProcess(task: 'rush' | 'load', location: DatabaseLocation): TestProcess {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--import', 'tsx', script, task, JSON.stringify(location)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => undefined);
  const said: unknown[] = [];
  const reader = createInterface({ input: child.stdout });
  const listeners = new Set<() => void>();
  reader.on('line', (line) => {
    if (line.startsWith(BEFORE) && line.endsWith(AFTER)) {
      said.push(JSON.parse(line.slice(BEFORE.length, -AFTER.length), bigintsBack));
    }
    for (const listen of listeners) listen();
  });
  // Not the child's end, but that of its output: its last words may still be on the way.
  const ended = new Promise<void>((done) => reader.once('close', done));
  return {
    said,
    ask: (messages) => child.stdin.write(`${write(messages)}\n`),
    saying: async (count) => {
      const enough = new Promise<void>((done) => {
        const listen = () => {
          if (said.length < count) return;
          listeners.delete(listen);
          done();
        };
        listeners.add(listen);
        listen();
      });
      await Promise.race([enough, ended]);
      if (said.length >= count) return;
      throw new Error(`The process ended after ${said.length} words. The last: ${write(said.at(-1))}`);
    },
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

async function main(task: string, location: DatabaseLocation): Promise<void> {
  const database = await openDatabase(location);
  say('open');
  for await (const line of createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line, bigintsBack);
    if (task === 'load') await runLoad(asked, say);
    else say(await rush(asked));
  }
  await database.close();
}

/** Past Node's buffers: what is said has happened, and what has happened is said. */
function say(messages: unknown): void {
  const line = Buffer.from(`${BEFORE}${write(messages)}${AFTER}\n`);
  for (let written = 0; written < line.length;) {
    try {
      written += writeSync(1, line, written);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      // Nobody has read for a while.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

/** As JSON; its values of kind bigint come back by `bigintsBack`. */
function write(messages: unknown): string {
  return JSON.stringify(messages, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

function bigintsBack(_name: string, value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
}

const [script, task, location] = process.argv.slice(1);
if (script === fileURLToPath(import.meta.url) && task !== undefined && location !== undefined) {
  await main(task, JSON.parse(location) as DatabaseLocation);
}
