/** A separate process that either attacks for a given time, or accepts every request and answers 200. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Target } from './attack';
import { ATTACKS } from './attacks';

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

/** Starts a server that reads every request and answers 200. It shows what the traffic alone costs the machine. */
export async function startSink(): Promise<{ url: string; stop: () => void }> {
  const child = fork(SELF, ['sink']);
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

async function attack(name: string, milliseconds: number, target: Target): Promise<void> {
  const chosen = ATTACKS[name];
  if (!chosen) throw new Error(`There is no attack called ${name}.`);
  const ended = sleep(milliseconds);
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  process.once('disconnect', () => process.exit());
  let n = process.pid * 1_000;
  const attackRepeatedly = async () => {
    while (!hasEnded) {
      n += 1;
      await chosen.round(target, n, ended);
    }
  };
  await Promise.all(Array.from({ length: chosen.connections }, attackRepeatedly));
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
