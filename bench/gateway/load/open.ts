import { Agent, request } from 'node:http';
import type { Reading } from './closed-load';
import { percentiles } from './percentiles';

/** Requests at a constant rate, regardless of earlier ones. */
export type OpenLoad = {
  url: string;
  headers: Record<string, string>;
  body: string;
  perSecond: number;
  seconds: number;
};

/** A request without an answer for this long has failed. */
const TIMEOUT_MS = 30_000;
/** Maximum connections; the wait for one counts toward the latency. */
const CONNECTIONS = 1_000;

/** Sends at the rate and waits for the last answer; latency counts from the scheduled time. */
export function runOpen(load: OpenLoad): Promise<Reading> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'lifo' });
  const total = Math.max(1, Math.round(load.perSecond * load.seconds));
  const send = senderOf(load, agent);
  const tookMs: number[] = [];
  let [sent, errors] = [0, 0];
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, ((performance.now() - startedMs) * load.perSecond) / 1_000);
      for (; sent < due; sent += 1) send(done);
      if (sent >= total) clearInterval(timer);
    }, 1);
    const done = (ms: number | null): void => {
      if (ms === null) errors += 1;
      else tookMs.push(ms);
      if (tookMs.length + errors < total) return;
      agent.destroy();
      const perSecond = (tookMs.length * 1_000) / (performance.now() - startedMs);
      resolve({ requests: tookMs.length, perSecond, ...percentiles(tookMs), errors });
    };
  });
}

/** Sends one request; reports the milliseconds to the end of the answer, or null if it failed. */
function senderOf({ url, headers, body }: OpenLoad, agent: Agent): (done: (ms: number | null) => void) => void {
  const { hostname, port, pathname } = new URL(url);
  const all = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
  const options = { hostname, port, path: pathname, method: 'POST', headers: all, agent, timeout: TIMEOUT_MS };
  return (done) => {
    const sentMs = performance.now();
    let answered = false;
    const sent = request(options, (answer) => {
      answered = true;
      answer.resume();
      answer.once('close', () =>
        done(answer.complete && answer.statusCode === 200 ? performance.now() - sentMs : null),
      );
    });
    sent.once('timeout', () => sent.destroy());
    // Once there is an answer, its end decides.
    sent.once('error', () => {
      if (!answered) done(null);
    });
    sent.end(body);
  };
}
