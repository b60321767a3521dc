import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { autocannonClosed } from './autocannon';
import type { ClosedLoad, Reading } from './closed-load';
import { percentiles } from './percentiles';

/** A program of the system (Debian: apt-get install wrk). */
const WRK = 'wrk';

/** After the run, pending requests get their answers, so that the counts of both sides match. */
const DRAIN_SECONDS = 1;
const TIMEOUT_SECONDS = 30;

let wrkFound: boolean | undefined;

/** Whether `wrk` (a Debian package) is installed; otherwise autocannon is used. */
export function hasWrk(): boolean {
  wrkFound ??= spawnSync(WRK, ['-v']).error === undefined;
  return wrkFound;
}

/** Drives a closed loop from a separate process. @throws Error if the load generator fails */
export async function closedLoop(load: ClosedLoad): Promise<Reading> {
  return hasWrk() ? wrkClosed(load) : autocannonClosed(load);
}

async function wrkClosed(load: ClosedLoad): Promise<Reading> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-bench-'));
  const script = join(folder, 'load.lua');
  writeFileSync(script, scriptOf(load));
  const duration = `${load.seconds + DRAIN_SECONDS}s`;
  const args = ['-t1', `-c${load.connections}`, `-d${duration}`, '--timeout', `${TIMEOUT_SECONDS}s`, '-s', script];
  try {
    return parse(await run([...args, load.url]), load);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(WRK, args, (error, printed) => (error ? reject(error) : resolve(printed)));
  });
}

function parse(printed: string, { seconds, connections }: ClosedLoad): Reading {
  const line = /^RESULT (.*)$/m.exec(printed)?.[1];
  if (!line) throw new Error(`wrk printed no result:\n${printed}`);
  const [requests = 0, sent = 0, p50Ms = 0, p90Ms = 0, p99Ms = 0, errors = 0] = line.split(' ').map(Number);
  // Each connection sends again only after an answer, so every request except the first of each connection means
  // an answer within the run.
  const within = Math.max(0, sent - connections);
  const times = requests > 0 ? { p50Ms, p90Ms, p99Ms } : percentiles([]);
  return { requests, perSecond: within / seconds, ...times, errors };
}

/** The script of wrk: sends immediately until the run is over, then stops. */
function scriptOf({ headers, bodies, seconds, wrongKey }: ClosedLoad): string {
  const all = { 'content-type': 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `wrk.headers[ ${quoted(name)} ] = ${quoted(value)}`);
  return `
local ffi = require('ffi')
ffi.cdef('typedef struct { long s; long n; } bench_time; int clock_gettime(int, bench_time *);')
local time = ffi.new('bench_time')
local started
wrk.method = 'POST'
${lines.join('\n')}
local bodies = { ${bodies.map(quoted).join(', ')} }
wrk.body = bodies[1]
sent = 0
function delay()
  ffi.C.clock_gettime(1, time)
  local now = tonumber(time.s) + tonumber(time.n) / 1e9
  started = started or now
  if now - started > ${seconds} then return 1000000 end
  sent = sent + 1
  return 0
end
${bodies.length > 1 || wrongKey ? requestOf(wrongKey) : ''}
local threads = {}
function setup(thread) table.insert(threads, thread) end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('RESULT %d %d %.3f %.3f %.3f %d\\n', summary.requests, threads[1]:get('sent'),
    latency:percentile(50) / 1000, latency:percentile(90) / 1000, latency:percentile(99) / 1000,
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}

/** Varying requests: the bodies in turn, prepared in advance, or nonexistent keys. */
function requestOf(wrongKey: string | undefined): string {
  if (wrongKey) {
    return `local turn = 0
function request()
  turn = turn + 1
  wrk.headers['authorization'] = ${quoted(`Bearer ${wrongKey}`)} .. string.format('%08d', turn)
  return wrk.format()
end`;
  }
  return `local formatted
local turn = 0
function request()
  if not formatted then
    formatted = {}
    for at, body in ipairs(bodies) do formatted[at] = wrk.format(nil, nil, nil, body) end
  end
  turn = turn % #formatted + 1
  return formatted[turn]
end`;
}

/** A long string of Lua, which has no escapes. */
function quoted(text: string): string {
  return `[===[${text}]===]`;
}
