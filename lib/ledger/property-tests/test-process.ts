import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../platform/db';
import { runLoad } from './test-load';
import { rush } from './test-rush';

/** Where a process finds its database. */
export type DatabaseLocation = { databaseUrl?: string; dataDir: string };

/** A separate process that works on a ledger. */
export type TestProcess = {
  /** Its messages so far. */
  messages: unknown[];
  /** Sends it a message. */
  send(message: unknown): void;
  /** Resolves after this many messages; rejects if the process ends before. */
  waitForMessages(count: number): Promise<void>;
  /** SIGKILL. Its messages until then are in `messages`. */
  kill(): Promise<void>;
};

/** Delimiters of each message: the log shares the output, and a kill may truncate the last message. */
const [BEFORE, AFTER] = ['> ', ' <'] as const;

/**
 * Starts this file as a separate process. It opens the database, sends `open`, and then `rush`: replies to every
 * message with the outcome of that `rush`; `load`: waits for one message, a plan, and runs `runLoad` with it endlessly.
 */
export function startTestProcess(task: 'rush' | 'load', location: DatabaseLocation): TestProcess {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--import', 'tsx', script, task, JSON.stringify(location)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => undefined);
  const messages: unknown[] = [];
  const reader = createInterface({ input: child.stdout });
  const listeners = new Set<() => void>();
  reader.on('line', (line) => {
    if (line.startsWith(BEFORE) && line.endsWith(AFTER)) {
      messages.push(JSON.parse(line.slice(BEFORE.length, -AFTER.length), bigintsBack));
    }
    for (const listen of listeners) listen();
  });
  // Not the child's exit, but the end of its output: its last messages may still be in transit.
  const ended = new Promise<void>((done) => reader.once('close', done));
  return {
    messages,
    send: (message) => child.stdin.write(`${write(message)}\n`),
    waitForMessages: async (count) => {
      const enough = new Promise<void>((done) => {
        const listen = () => {
          if (messages.length < count) return;
          listeners.delete(listen);
          done();
        };
        listeners.add(listen);
        listen();
      });
      await Promise.race([enough, ended]);
      if (messages.length >= count) return;
      throw new Error(`The process ended after ${messages.length} messages. The last: ${write(messages.at(-1))}`);
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

/** Bypasses Node's buffers, so that a message is out exactly when its event has happened. */
function say(message: unknown): void {
  const line = Buffer.from(`${BEFORE}${write(message)}${AFTER}\n`);
  for (let written = 0; written < line.length;) {
    try {
      written += writeSync(1, line, written);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      // The pipe is full.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

/** As JSON; `bigintsBack` restores its bigint values. */
function write(message: unknown): string {
  return JSON.stringify(message, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

function bigintsBack(_name: string, value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
}

const [script, task, location] = process.argv.slice(1);
if (script === fileURLToPath(import.meta.url) && task !== undefined && location !== undefined) {
  await main(task, JSON.parse(location) as DatabaseLocation);
}
