/**
 * The scripted upstream of the gateway bench, a child process: an OpenAI-compatible chat server that costs as little as
 * `node:http` allows (answers are prepared in advance). What it answers is in `answers.ts`. GET /totals returns the
 * counts of its answers, POST /reset clears them, every other POST is a chat completion.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Form, formsOf, jsonAnswer, PROMPT_TOKENS, streamAnswer } from './answers';
import type { Totals, UpstreamTotals } from './types';

/** A running upstream, seen from the bench. */
export type Upstream = { url: string; pid: number; totals(): Promise<UpstreamTotals>; stop(): Promise<void> };

/** One model, ready to be written. */
type Answer = {
  form: Form;
  json: Buffer;
  plain: Buffer[];
  wholePlain: Buffer;
  withUsage: Buffer[];
  wholeWithUsage: Buffer;
};

const SELF = fileURLToPath(import.meta.url);
const JSON_HEAD = { 'content-type': 'application/json' };
const STREAM_HEAD = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'transfer-encoding': 'chunked',
};
const BODY_END = Buffer.from('0\r\n\r\n');
/** A thousand connections may be opened at once. */
const BACKLOG = 4_096;

const answers = new Map<string, Answer>();
let totals: UpstreamTotals = emptyTotals();

if (process.argv[1] === SELF && process.send) serve(Number(process.argv[2]));

/** Starts it on a free port. @param slowSeconds how long a stream of the model `slow` takes */
export async function startUpstream(slowSeconds: number): Promise<Upstream> {
  const child = fork(SELF, [String(slowSeconds)]);
  const [port] = (await Promise.race([once(child, 'message'), failed(child)])) as [number];
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    pid: child.pid ?? 0,
    totals: async () => (await (await fetch(`${url}/totals`)).json()) as UpstreamTotals,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

async function failed(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`The upstream exited with code ${code}.`);
}

/** The child's main function; it runs until its parent exits. */
function serve(slowSeconds: number): void {
  for (const [model, form] of formsOf(slowSeconds)) {
    const plain = streamAnswer(model, form, false);
    const withUsage = streamAnswer(model, form, true);
    const [wholePlain, wholeWithUsage] = [Buffer.concat([...plain, BODY_END]), Buffer.concat([...withUsage, BODY_END])];
    answers.set(model, { form, json: jsonAnswer(model, form), plain, wholePlain, withUsage, wholeWithUsage });
  }
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, noDelay: true }, receive);
  server.listen(0, '127.0.0.1', BACKLOG, () => process.send?.((server.address() as AddressInfo).port));
  // Ctrl-C goes to all processes of a terminal: this one ends with the bench.
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit());
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    if (request.method === 'POST' && request.url !== '/reset') return complete(body, response);
    if (request.url === '/reset') totals = emptyTotals();
    const data = [...answers.keys()].map((id) => ({ id, object: 'model' }));
    response
      .writeHead(200, JSON_HEAD)
      .end(JSON.stringify(request.url === '/totals' ? totals : { object: 'list', data }));
  });
}

function complete(body: Buffer, response: ServerResponse): void {
  const model = valueOf(body, 'model').replaceAll('"', '');
  const answer = answers.get(model);
  if (!answer) {
    response.writeHead(404, JSON_HEAD).end(JSON.stringify({ error: { message: `There is no model ${model}.` } }));
    return;
  }
  const write = valueOf(body, 'stream') === 'true' ? writeStream : writeWhole;
  const withUsage = valueOf(body, 'include_usage') === 'true';
  if (answer.form.delayMs === 0) return write(response, model, answer, withUsage);
  setTimeout(() => write(response, model, answer, withUsage), answer.form.delayMs);
}

function writeWhole(response: ServerResponse, model: string, { json, form }: Answer): void {
  count(response, model, form);
  response.writeHead(200, { ...JSON_HEAD, 'content-length': json.length }).end(json);
}

function writeStream(response: ServerResponse, model: string, answer: Answer, withUsage: boolean): void {
  response.writeHead(200, STREAM_HEAD);
  // The bytes already have chunked framing.
  response.chunkedEncoding = false;
  const chunks = withUsage ? answer.withUsage : answer.plain;
  if (answer.form.gapMs > 0) return streamSlowly(response, model, answer, chunks);
  if (answer.form.inPackets) return streamInPackets(response, model, answer.form, chunks);
  count(response, model, answer.form);
  response.end(withUsage ? answer.wholeWithUsage : answer.wholePlain);
}

/** Writes a chunk of text after each pause, and everything that follows the text at once. */
function streamSlowly(response: ServerResponse, model: string, { form }: Answer, chunks: Buffer[]): void {
  let at = 0;
  const timer = setInterval(() => {
    response.write(chunks[at]);
    at += 1;
    if (at < form.deltas) return;
    clearInterval(timer);
    count(response, model, form);
    response.end(Buffer.concat([...chunks.slice(at), BODY_END]));
  }, form.gapMs);
  response.on('close', () => {
    clearInterval(timer);
    if (at < form.deltas) totals.cut += 1;
  });
}

/** Writes one chunk per turn of the event loop, so that each becomes a packet. */
function streamInPackets(response: ServerResponse, model: string, form: Form, chunks: Buffer[], at = 0): void {
  if (response.destroyed) {
    totals.cut += 1;
  } else if (at < form.deltas) {
    response.write(chunks[at]);
    setImmediate(() => streamInPackets(response, model, form, chunks, at + 1));
  } else {
    count(response, model, form);
    response.end(Buffer.concat([...chunks.slice(at), BODY_END]));
  }
}

function count(response: ServerResponse, model: string, { deltas }: Form): void {
  if (response.destroyed) {
    totals.cut += 1;
    return;
  }
  const ofModel = (totals.byModel[model] ??= noTotals());
  for (const counted of [totals, ofModel]) {
    counted.requests += 1;
    counted.promptTokens += PROMPT_TOKENS;
    counted.completionTokens += deltas;
  }
}

/**
 * The raw text of a member's string, number, or boolean. A match within a string is impossible: its quotes are escaped.
 */
function valueOf(body: Buffer, name: string): string {
  const key = `"${name}":`;
  const found = body.indexOf(key);
  if (found < 0) return '';
  const start = found + key.length;
  return /^\s*("[^"]*"|\w+)/.exec(body.toString('latin1', start, start + 64))?.[1] ?? '';
}

function noTotals(): Totals {
  return { requests: 0, promptTokens: 0, completionTokens: 0 };
}

function emptyTotals(): UpstreamTotals {
  return { ...noTotals(), cut: 0, byModel: {} };
}
