/** A process of its own that attacks for a while and stops by itself; or one that takes everything in and says "yes". */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ATTACKS, type Target } from './attacks';

const SELF = fileURLToPath(import.meta.url);

if (process.argv[1] === SELF && process.send) {
  const [mode, name = '', milliseconds = '0', target = '{}'] = process.argv.slice(2);
  if (mode === 'sink') sink();
  else await attack(name, Number(milliseconds), JSON.parse(target) as Target);
}

/** Starts an attack. It ends after this time, or with the process that started it. */
export function startAttack(name: string, milliseconds: number, target: Target): ChildProcess {
  return fork(SELF, ['attack', name, String(milliseconds), JSON.stringify(target)]);
}

/** Starts a server that reads whatever comes and answers 200: what the same traffic costs the machine alone. */
export async function startSink(): Promise<{ url: string; stop: () => void }> {
  const child = fork(SELF, ['sink']);
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

async function attack(name: string, milliseconds: number, target: Target): Promise<void> {
  const given = ATTACKS[name];
  if (!given) throw new Error(`There is no attack called ${name}.`);
  const over = sleep(milliseconds);
  let isOver = false;
  void over.then(() => (isOver = true));
  process.once('disconnect', () => process.exit());
  let n = process.pid * 1_000;
  const attackOn = async () => {
    while (!isOver) {
      n += 1;
      await given.round(target, n, over);
    }
  };
  await Promise.all(Array.from({ length: given.connections }, attackOn));
  process.exit();
}

function sink(): void {
  const server = createServer((request, response) => {
    request.on('data', () => undefined);
    request.on('end', () => response.end('{}'));
  });
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}
