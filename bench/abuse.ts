/**
 * `npm run -s bench -- abuse`: what a flood of refused requests does to somebody else: p50 and p99 of a caller with a
 * key, alone and during each flood, in turn, medians of several rounds; and the server's memory at the end. The flood
 * comes from a process of its own, over 64 connections, as fast as it is answered; on few cores the two and the caller
 * share them, so the ratios are an upper bound. Prints Markdown and one line of JSON; fails because of no figure.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../e2e/support/operator';
import { startFarebox } from '../e2e/support/server';
import { makeKeyToken } from '../lib/accounts/keys/key-token';
import { flood } from '../lib/http/door/test-door';

const ROUNDS = 5;
const RUN_MS = 2_000;
const WARM_UP_MS = 500;
const CONNECTIONS = 64;
const BATCH = 1_000;
const PATH = '/api/v1/billing/balance';

/** One request of each flood; `n` makes it another one than those before. */
const FLOODS: Record<string, (n: number) => { path: string; headers: string }> = {
  'malformed keys': (n) => ({ path: PATH, headers: `authorization: Bearer SVC_INFERENCE_KEY_${n}\r\n` }),
  'unknown keys': () => ({
    path: PATH,
    headers: `authorization: Bearer ${makeKeyToken({ serviceId: 'svc', type: 'INFERENCE' })}\r\n`,
  }),
  'anonymous addresses': (n) => ({
    path: '/api/v1/nothing',
    headers: `x-forwarded-for: 10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}\r\n`,
  }),
};

type Latency = { p50: number; p99: number };

const [mode, port, kind = ''] = process.argv.slice(2);
if (mode === 'flood') await floodForEver(Number(port), kind);
else await compare();

async function compare(): Promise<void> {
  const owner = { OWNER_EMAIL: 'owner@example.com', OWNER_PASSWORD: 'correct horse battery' };
  const server = await startFarebox({ ...owner, EMBEDDED_MODELS: 'none', TRUST_PROXY: '1', LOG_LEVEL: 'error' });
  const key = await createKey(server);
  await measure(server.url, key);
  const memory = { before: megabytes(server.pid), after: 0 };
  const names = Object.keys(FLOODS);
  const results = new Map(['alone', ...names].map((name) => [name, [] as Latency[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    results.get('alone')?.push(await measure(server.url, key));
    for (const name of names) {
      const flooder = startFlood(new URL(server.url).port, name);
      await sleep(WARM_UP_MS);
      results.get(name)?.push(await measure(server.url, key));
      await end(flooder);
    }
  }
  memory.after = megabytes(server.pid);
  await server.stop();
  report(results, memory);
}

/** One caller, one request after the other. */
async function measure(url: string, key: string): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const taken: number[] = [];
  for (const until = performance.now() + RUN_MS; performance.now() < until;) {
    const startedAt = performance.now();
    await call(url, key, agent);
    taken.push(performance.now() - startedAt);
  }
  agent.destroy();
  taken.sort((left, right) => left - right);
  const at = (share: number) => taken[Math.floor((taken.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

function call(url: string, key: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    get(`${url}${PATH}`, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The caller was answered with ${response.statusCode}.`));
      response.on('end', resolve).resume();
    }).on('error', reject);
  });
}

function startFlood(toPort: string, name: string): ChildProcess {
  const args = [...process.execArgv, new URL(import.meta.url).pathname, 'flood', toPort, name];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

async function floodForEver(toPort: number, name: string): Promise<void> {
  const request = FLOODS[name];
  if (!request) throw new Error(`There is no flood called ${name}.`);
  for (let n = process.pid * BATCH; ; n += BATCH) {
    const requests = Array.from({ length: BATCH }, (_, index) => request(n + index));
    await flood(toPort, requests, CONNECTIONS);
  }
}

/** Resident memory of a process, from `ps`. */
function megabytes(pid: number): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024);
}

function report(results: Map<string, Latency[]>, memory: { before: number; after: number }): void {
  const middle = (values: number[]) => values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
  const rows = [...results].map(([name, rounds]) => ({
    name,
    p50: middle(rounds.map(({ p50 }) => p50)),
    p99: middle(rounds.map(({ p99 }) => p99)),
  }));
  const [alone] = rows;
  const times = (value: number, base = 0) => `${value.toFixed(2)} ms (× ${(value / base).toFixed(1)})`;
  console.log(`Node ${process.version}, medians of ${ROUNDS} rounds\n`);
  console.log('| another caller | p50 | p99 |');
  console.log('|---|---|---|');
  for (const { name, p50, p99 } of rows)
    console.log(`| ${name} | ${times(p50, alone?.p50)} | ${times(p99, alone?.p99)} |`);
  console.log(`\nMemory of the server: ${memory.before} MB before, ${memory.after} MB after.\n`);
  console.log(JSON.stringify({ bench: 'abuse', rows, memory }));
}
