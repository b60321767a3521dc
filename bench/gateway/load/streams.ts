import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reading } from './closed-load';
import { percentiles } from './percentiles';

/** Concurrent streams, each read chunk by chunk. */
export type StreamLoad = {
  url: string;
  headers: Record<string, string>;
  body: string;
  concurrent: number;
  /** Begins new streams for this long; null: one stream each. */
  seconds: number | null;
  /** The upstream's pause between chunks; null if it has none. */
  gapMs: number | null;
};

/** The result of one stream; `firstMs` is null if there was no token. */
type Seen = { firstMs: number | null; complete: boolean; lateMs: number[] };

/** Streams begin spread over this time, because a burst of connections is a different load. */
const RAMP_MS = 2_000;
/** A stream without a chunk for this long is lost. */
const TIMEOUT_MS = 30_000;
/** Part of every delta of the upstream. */
const TOKEN = 'fareb';
const DONE = 'data: [DONE]';

/**
 * Reads streams to their end. Latencies are the times to the first token; `more` has `dropped` (streams without their
 * end) and, if the upstream pauses between chunks, `gapP50Ms` and `gapP99Ms`: how far the gaps differ from its pause.
 */
export async function runStreams(load: StreamLoad): Promise<Reading> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.concurrent });
  const seen: Seen[] = [];
  const startedMs = performance.now();
  const ramp = load.seconds === null ? RAMP_MS : 0;
  const lane = async (index: number) => {
    if (ramp > 0) await sleep((index / load.concurrent) * ramp);
    do seen.push(await readOne(load, agent));
    while (load.seconds !== null && performance.now() - startedMs < load.seconds * 1_000);
  };
  await Promise.all(Array.from({ length: load.concurrent }, (_, index) => lane(index)));
  agent.destroy();
  const perSecond = (seen.length * 1_000) / (performance.now() - startedMs);
  const dropped = seen.filter(({ complete }) => !complete).length;
  const first = percentiles(seen.flatMap(({ firstMs }) => firstMs ?? []));
  const gaps = percentiles(seen.flatMap(({ lateMs }) => lateMs));
  const more = { dropped, ...(load.gapMs === null ? {} : { gapP50Ms: gaps.p50Ms, gapP99Ms: gaps.p99Ms }) };
  return { requests: seen.length, perSecond, ...first, errors: dropped, more };
}

function readOne({ url, headers, body, gapMs }: StreamLoad, agent: Agent): Promise<Seen> {
  const { hostname, port, pathname } = new URL(url);
  const all = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
  const options = { hostname, port, path: pathname, method: 'POST', headers: all, agent, timeout: TIMEOUT_MS };
  return new Promise((resolve) => {
    const startedMs = performance.now();
    let answered = false;
    const sent = request(options, (answer) => {
      answered = true;
      void follow(answer, startedMs, gapMs).then(resolve);
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => {
      if (!answered) resolve({ firstMs: null, complete: false, lateMs: [] });
    });
    sent.end(body);
  });
}

function follow(answer: IncomingMessage, startedMs: number, gapMs: number | null): Promise<Seen> {
  const seen: Seen = { firstMs: null, complete: false, lateMs: [] };
  let lastMs = 0;
  let tail = '';
  answer.on('data', (chunk: Buffer) => {
    const nowMs = performance.now();
    if (chunk.includes(TOKEN)) {
      if (seen.firstMs === null) seen.firstMs = nowMs - startedMs;
      else if (gapMs !== null) seen.lateMs.push(Math.abs(nowMs - lastMs - gapMs));
      lastMs = nowMs;
    }
    tail = (tail + chunk.toString('latin1')).slice(-2 * DONE.length);
  });
  // A broken answer has no end event, but a close event.
  answer.on('error', () => undefined);
  return new Promise((resolve) => {
    answer.once('close', () => {
      seen.complete = answer.complete && answer.statusCode === 200 && tail.includes(DONE);
      resolve(seen);
    });
  });
}
