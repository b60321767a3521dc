import { spawn, type ChildProcess } from 'node:child_process';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isApiError } from '../core/errors';
import { newId } from '../core/ids';
import { openDatabase } from '../platform/db';
import { credit } from './credit';
import { hold } from './hold';
import { settle } from './settle';
import type { Hold } from './types';

/** Where a child process finds its database. */
export type Place = { databaseUrl?: string; dataDir: string };

/** A process of its own that works on a ledger, and the lines that it has printed so far. */
export type TestProcess = {
  child: ChildProcess;
  lines: string[];
  send(line: string): void;
  /** Resolves when the process has printed this many lines; rejects when it ends before. */
  printed(count: number): Promise<void>;
  kill(): Promise<void>;
};

/**
 * Starts this file as a process of its own.
 * `writer`: prints `open`, then credits and settles for the account without end and prints the entry id of each only
 * after it was acknowledged. `holder`: prints `open`, waits for a line with an account, tries 50 holds of 100 nano-USD
 * at once, prints how many it got, ends.
 */
export function startTestProcess(task: 'writer' | 'holder', place: Place, accountId = ''): TestProcess {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--import', 'tsx', script, task, JSON.stringify(place), accountId], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    // The log shares the output; its lines are JSON.
    if (!line.startsWith('{')) lines.push(line);
  });
  return {
    child,
    lines,
    send: (line) => child.stdin.write(`${line}\n`),
    printed: (count) =>
      new Promise((done, fail) => {
        const check = () => lines.length >= count && done();
        reader.on('line', check);
        reader.once('close', () => fail(new Error(`The process ended after ${lines.length} lines.`)));
        check();
      }),
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

async function main(task: string, place: Place, accountId: string): Promise<void> {
  const database = await openDatabase(place);
  say('open');
  // Its database is killed under it: that is its expected end.
  if (task === 'writer') for (;;) await write(accountId).catch(() => process.exit(0));
  for await (const line of createInterface({ input: process.stdin })) {
    say(String(await countHolds(line)));
    break;
  }
  await database.close();
}

async function write(accountId: string): Promise<void> {
  const entryId = newId();
  await credit({ entryId, accountId, currency: 'USD', kind: 'TOP_UP', amountNano: 1000n });
  say(entryId);
  const held = await tryHold(accountId);
  if (held === null) return;
  await settle({
    hold: held,
    bill: { costNano: 7n, lines: [], estimated: false },
    record: { requestId: newId(), modelId: 'm', ending: 'completed', firstTokenMs: null, durationMs: 1 },
  });
  say(`charge:${held.id}`);
}

async function countHolds(accountId: string): Promise<number> {
  const tries = await Promise.all(Array.from({ length: 50 }, () => tryHold(accountId)));
  return tries.filter((held) => held !== null).length;
}

async function tryHold(accountId: string): Promise<Hold | null> {
  try {
    const amount = { maximumNano: 100n, minimumNano: 100n };
    return await hold({ id: newId(), accountId, keyId: null, ...amount, ttlSeconds: 600 });
  } catch (error) {
    if (isApiError(error) && error.code === 'INSUFFICIENT_BALANCE') return null;
    throw error;
  }
}

/** Past Node's buffers: what is printed was acknowledged, and what was acknowledged is printed. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

const [script, task, place, accountId] = process.argv.slice(1);
if (script === fileURLToPath(import.meta.url) && task !== undefined && place !== undefined) {
  await main(task, JSON.parse(place) as Place, accountId ?? '');
}
