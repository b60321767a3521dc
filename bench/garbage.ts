/**
 * `npm run -s bench -- garbage`: what each paid answer leaves to V8's garbage collector (300 bytes, not streamed, after a
 * prompt of 300 bytes and after one of 6 KB; 32 connections, embedded database): bytes allocated, and bytes that a scavenge promotes to the old generation, where they
 * stay until a full collection. What is promoted is what something kept alive beyond its request. Prints Markdown; fails
 * if more than 1 KB a request is promoted, which is a defect whatever the machine's speed, and if V8's output cannot be
 * read.
 */
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { mediumBody, smallBody } from './gateway/load/bodies';
import { closedLoop } from './gateway/load/closed';
import { startFarebox } from './gateway/subjects/farebox';
import { startUpstream } from './gateway/upstream';
import { table } from './report/table';

const MAX_PROMOTED_BYTES = 1_024;
const CONNECTIONS = 32;
/** JIT compilers and caches settle within this time. */
const WARM_SECONDS = 15;
const SECONDS = 10;
const ROUNDS = 3;
const BODIES = { '300 bytes': smallBody('answer-300'), '6 KB': mediumBody('answer-300') };
/** The last scavenge is printed with a delay. */
const REST_MS = 500;

/** A scavenge in V8's output: bytes, and its pause in milliseconds. */
type Scavenge = { allocated: number; promoted: number; copied: number; pauseMs: number };

const upstream = await startUpstream(1);
const farebox = await startFarebox(upstream.url, { nodeFlags: ['--trace-gc-nvp'] });
try {
  const drive = (body: string, seconds: number) =>
    closedLoop({ ...farebox, bodies: [body], connections: CONNECTIONS, seconds });
  const rows: string[][] = [];
  for (const [size, body] of Object.entries(BODIES)) {
    await drive(body, WARM_SECONDS);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await sleep(REST_MS);
      const from = statSync(farebox.log).size;
      const { requests } = await drive(body, SECONDS);
      await sleep(REST_MS);
      const scavenges = readScavenges(readFileSync(farebox.log).subarray(from).toString());
      if (scavenges.length === 0) throw new Error(`Node ${process.version} reports no scavenges as expected here.`);
      const perRequest = (member: keyof Scavenge) => sum(scavenges, member) / requests;
      const promoted = perRequest('promoted');
      if (promoted > MAX_PROMOTED_BYTES) process.exitCode = 1;
      rows.push([
        ...[size, String(round), String(requests), String(scavenges.length)],
        ...[kilobytes(perRequest('allocated')), kilobytes(perRequest('copied')), kilobytes(promoted)],
        `${(sum(scavenges, 'pauseMs') / scavenges.length).toFixed(1)} ms`,
      ]);
    }
  }
  table(['prompt', 'round', 'requests', 'scavenges', 'allocated', 'copied', 'promoted', 'mean pause'], rows);
  console.log('Allocated, copied (alive for now), and promoted: KB a request.');
  if (process.exitCode === 1) console.error(`More than ${MAX_PROMOTED_BYTES} bytes a request were promoted.`);
} finally {
  await farebox.stop();
  await upstream.stop();
}

function readScavenges(log: string): Scavenge[] {
  const lines = log.split('\n').filter((line) => / gc=s /.test(line));
  return lines.map((line) => ({
    allocated: numberOf(line, 'allocated'),
    promoted: numberOf(line, 'promoted'),
    // Its name depends on the version of V8.
    copied: numberOf(line, 'semi_space_copied', 'new_space_survived'),
    pauseMs: numberOf(line, 'pause'),
  }));
}

/** @throws Error if the line has none of these members */
function numberOf(line: string, ...names: string[]): number {
  const found = new RegExp(`(?:^|[ ,])(?:${names.join('|')})=([\\d.]+)`).exec(line)?.[1];
  if (found === undefined) throw new Error(`Node ${process.version} reports a scavenge without ${names.join(' or ')}.`);
  return Number(found);
}

function sum(scavenges: Scavenge[], member: keyof Scavenge): number {
  return scavenges.reduce((total, scavenge) => total + scavenge[member], 0);
}

function kilobytes(bytes: number): string {
  return (bytes / 1_024).toFixed(2);
}
