import { execFileSync } from 'node:child_process';
import { Agent, request } from 'node:http';

/** The latencies of another account, and the state of the server meanwhile. */
export type Measured = { p50: number; p99: number; stallMs: number; peakMegabytes: number; requests: number };

/** The embedded model that the server runs. */
export const EMBEDDED_MODEL = 'smollm2-135m';

/** The requests of another account: a small chat, one with a file, one of a megabyte, one of the embedded model. */
export const VICTIMS = {
  chat: chat('hi'),
  file: chat([
    { type: 'text', text: 'Read it.' },
    { type: 'file', file: { file_data: `data:text/html;base64,${btoa('<p>Hello <b>there</b></p>'.repeat(50))}` } },
  ]),
  megabyte: chat('word '.repeat(200_000)),
  embedded: embeddedChat('Write a long story about a red fox.'),
} as const;

/** The token with which the bench reads the server's metrics. */
export const METRICS_TOKEN = 'metrics-token-of-the-abuse-bench';

const SAMPLE_MS = 100;
/** The interval at which the server measures its event loop; a tick that is on time is not a stall. */
const TICK_MS = 10;

function chat(content: unknown): string {
  return JSON.stringify({ model: 'quick', messages: [{ role: 'user', content }] });
}

/** A chat with the embedded model; its answer has few tokens by default. */
export function embeddedChat(content: string, tokens = 16): string {
  return JSON.stringify({ model: EMBEDDED_MODEL, messages: [{ role: 'user', content }], max_tokens: tokens });
}

/** Sends one request after another for a given time. */
export async function measure(
  server: { url: string; pid: number },
  key: string,
  body: string,
  milliseconds: number,
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const tookMs: number[] = [];
  let peakMegabytes = 0;
  const sampling = setInterval(() => (peakMegabytes = Math.max(peakMegabytes, megabytes(server.pid))), SAMPLE_MS);
  // Reading the metric resets it.
  await longestStall(server.url);
  for (const until = performance.now() + milliseconds; performance.now() < until;) {
    const startedAt = performance.now();
    const status = await call(server.url, '/api/v1/chat/completions', agent, key, body);
    if (status !== 200) throw new Error(`The other account was answered with ${status}.`);
    tookMs.push(performance.now() - startedAt);
  }
  const stallMs = await longestStall(server.url);
  clearInterval(sampling);
  agent.destroy();
  tookMs.sort((left, right) => left - right);
  const at = (share: number) => tookMs[Math.floor((tookMs.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), stallMs, peakMegabytes, requests: tookMs.length };
}

/** The longest time for which the server's event loop was blocked since the last call, milliseconds. */
async function longestStall(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await answer.text();
  const seconds = Number(/^farebox_nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
  return Math.max(0, seconds * 1_000 - TICK_MS);
}

function call(url: string, path: string, agent: Agent, key: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(`${url}${path}`, { method: 'POST', agent, headers }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? 0)).resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Resident memory of a process, from `ps`. */
function megabytes(pid: number): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024);
}
