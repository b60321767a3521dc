import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An OpenAI-compatible server on 127.0.0.1 that behaves as a script says, also badly. The script is the request's
 * `model`, or the header `x-script`. Used by tests and by the bench.
 */

/** What one request does. Times in milliseconds. */
export type Script = {
  /** Pieces of the answer's text, per choice. */
  chunks?: string[];
  /** Pieces of reasoning before the text. */
  reasoning?: string[];
  /** Silence before the status line. */
  delayMs?: number;
  /** Silence between chunks. */
  chunkDelayMs?: number;
  /** The tokens that it reports: per answer, or `none`. Default: one per chunk and 10 of the prompt. */
  usage?: { prompt_tokens: number; completion_tokens: number; [more: string]: unknown } | 'none';
  /** Reports this usage with the very first frame. */
  usageEarly?: { prompt_tokens: number; completion_tokens: number };
  /** Reports the usage twice. */
  usageTwice?: boolean;
  /** Answers with this status and JSON body instead. */
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Never streams: one JSON body. */
  whole?: boolean;
  /** Breaks the connection after so many chunks, within the next frame. */
  cutAfter?: number;
  /** Falls silent after so many chunks, for ever. */
  hangAfter?: number;
  /** Writes so many bytes at a time: splits frames, lines and characters. */
  bytesAtATime?: number;
  /** Line end of the frames; comments are sent between them where it is CRLF. */
  lineEnd?: '\n' | '\r\n';
  /** Leaves the blank after `data:` away. */
  tight?: boolean;
  /** Leaves `[DONE]` away. */
  noDone?: boolean;
  finish?: string;
  /** Written instead of a stream, with its content type. */
  raw?: { type: string; text: string };
};

/** A request as it came. */
export type SeenRequest = {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
  /** Frames of the answer that were written so far. */
  framesSent: number;
  /** Milliseconds since the start at which the connection was closed before the end of the answer; null if it was not. */
  leftAfterMs: number | null;
};

/** A running scripted upstream. */
export type ScriptedUpstream = {
  /** Ends in `/v1`. */
  baseUrl: string;
  requests: SeenRequest[];
  /** Sum of all usage that was reported, for audits of money. */
  reported: { promptTokens: number; completionTokens: number };
  stop(): Promise<void>;
};

/** Starts one. `scripts` may be added to while it runs; an unknown name answers "Hello there". */
export async function startScriptedUpstream(scripts: Record<string, Script>): Promise<ScriptedUpstream> {
  const requests: SeenRequest[] = [];
  const reported = { promptTokens: 0, completionTokens: 0 };
  const server = createServer((request, response) => {
    answer(request, response, scripts, requests, reported).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    reported,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  scripts: Record<string, Script>,
  requests: SeenRequest[],
  reported: ScriptedUpstream['reported'],
): Promise<void> {
  const started = performance.now();
  const body = await readJson(request);
  const seen: SeenRequest = {
    path: request.url ?? '',
    headers: request.headers,
    body,
    framesSent: 0,
    leftAfterMs: null,
  };
  requests.push(seen);
  response.on('close', () => {
    if (!response.writableFinished) seen.leftAfterMs = performance.now() - started;
  });
  const header = request.headers['x-script'];
  const name = typeof header === 'string' ? header : request.method === 'GET' ? seen.path : String(body.model);
  const script = scripts[name] ?? {};
  if (script.delayMs) await sleep(script.delayMs);
  if (script.status !== undefined || script.body !== undefined) {
    response.writeHead(script.status ?? 200, { 'content-type': 'application/json', ...script.headers });
    response.end(JSON.stringify(script.body ?? {}));
  } else if (script.raw) {
    response.writeHead(200, { 'content-type': script.raw.type });
    response.end(script.raw.text);
  } else {
    await answerChat(response, script, seen, reported);
  }
}

async function answerChat(
  response: ServerResponse,
  script: Script,
  seen: SeenRequest,
  reported: ScriptedUpstream['reported'],
): Promise<void> {
  const choices = Number(seen.body.n ?? 1);
  const chunks = script.chunks ?? ['Hello', ' there'];
  const usage = script.usage ?? { prompt_tokens: 10, completion_tokens: chunks.length * choices };
  const report = () => {
    if (usage === 'none') return;
    reported.promptTokens += usage.prompt_tokens;
    reported.completionTokens += usage.completion_tokens;
  };
  if (script.whole) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(wholeAnswer(script, chunks, choices, usage)));
    report();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...script.headers });
  response.flushHeaders();
  const frames = chatFrames(script, chunks, choices);
  for (const [sent, frame] of frames.entries()) {
    if (script.cutAfter !== undefined && sent >= script.cutAfter) {
      response.write(frame.slice(0, frame.length / 2));
      // The half frame leaves before the connection is torn down.
      await sleep(10);
      response.destroy();
      return;
    }
    if (script.hangAfter !== undefined && sent >= script.hangAfter) return;
    await write(response, frame, script.bytesAtATime);
    if (response.destroyed) return;
    seen.framesSent += 1;
    if (script.chunkDelayMs) await sleep(script.chunkDelayMs);
  }
  const last = usage === 'none' ? [] : [toFrame(script, { ...HEAD, choices: [], usage })];
  if (script.usageTwice)
    last.unshift(toFrame(script, { ...HEAD, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }));
  for (const frame of last) await write(response, frame, script.bytesAtATime);
  report();
  response.end(script.noDone ? '' : `data: [DONE]${script.lineEnd ?? '\n'}${script.lineEnd ?? '\n'}`);
}

const HEAD = { id: 'chatcmpl-upstream', object: 'chat.completion.chunk', created: 1, model: 'upstream-model' };

function chatFrames(script: Script, chunks: string[], choices: number): string[] {
  const frame = (index: number, delta: object, finish: string | null = null, usage: object | null = null) =>
    toFrame(script, { ...HEAD, choices: [{ index, delta, finish_reason: finish, logprobs: null }], usage });
  const indexes = Array.from({ length: choices }, (_, index) => index);
  const early = (index: number) => (index === 0 ? script.usageEarly : null);
  return [
    ...indexes.map((index) => frame(index, { role: 'assistant', content: '' }, null, early(index))),
    ...(script.reasoning ?? []).map((text) => frame(0, { reasoning_content: text })),
    ...chunks.flatMap((text) => indexes.map((index) => frame(index, { content: text }))),
    ...indexes.map((index) => frame(index, {}, script.finish ?? 'stop')),
  ];
}

function wholeAnswer(script: Script, chunks: string[], choices: number, usage: Script['usage']): object {
  return {
    ...HEAD,
    object: 'chat.completion',
    choices: Array.from({ length: choices }, (_, index) => ({
      index,
      message: { role: 'assistant', content: chunks.join('') },
      finish_reason: script.finish ?? 'stop',
    })),
    ...(usage !== 'none' && { usage }),
  };
}

function toFrame(script: Script, chunk: object): string {
  const end = script.lineEnd ?? '\n';
  const comment = end === '\r\n' ? `: comment${end}event: message${end}` : '';
  return `${comment}data:${script.tight ? '' : ' '}${JSON.stringify(chunk)}${end}${end}`;
}

async function write(response: ServerResponse, text: string, bytesAtATime: number | undefined): Promise<void> {
  const bytes = Buffer.from(text);
  const step = bytesAtATime ?? bytes.length;
  for (let at = 0; at < bytes.length; at += step) {
    response.write(bytes.subarray(at, at + step));
    // Each piece becomes a packet of its own.
    if (bytesAtATime) await new Promise((resolve) => setImmediate(resolve));
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
