import type { ServerResponse } from 'node:http';
import type { SeenRequest } from './dialect';
import { listen, seeRequest, sleep, writeFrames } from './serve';

/**
 * An OpenAI-compatible server on 127.0.0.1 that follows a script, which may make it misbehave. The request's `model`,
 * or the header `x-script`, selects the script. Used by tests and by the bench.
 */

/** What one request does. Times in milliseconds. */
export type Script = {
  /** Pieces of the answer's text, per choice. */
  chunks?: string[];
  /** Pieces of reasoning before the text, for the first choice. */
  reasoning?: string[];
  /** `reasoning_details`, one per frame after the reasoning, for the first choice. */
  reasoningDetails?: object[];
  /** Tool calls after the text, with `arguments` in pieces. The finish reason is then `tool_calls`. */
  toolCalls?: { id?: string; name: string; arguments: string[] }[];
  /** Each piece of text is a token of this log probability, with itself as the only alternative. */
  logprob?: number;
  /** Further fields of each choice's message. */
  extra?: Record<string, unknown>;
  /** Silence before the status line. */
  delayMs?: number;
  /** Silence between chunks. */
  chunkDelayMs?: number;
  /** The usage that it reports per answer, or `none`. Default: one token per chunk and 10 of the prompt. */
  usage?: { prompt_tokens: number; completion_tokens: number; [more: string]: unknown } | 'none';
  /** Reports this usage with the very first frame. */
  usageEarly?: { prompt_tokens: number; completion_tokens: number };
  /** Reports the usage twice. */
  usageTwice?: boolean;
  /** Answers with this status and JSON body instead. */
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Never streams: one JSON body, even if it is asked to stream. */
  whole?: boolean;
  /** Breaks the connection after this many chunks, inside the next frame. */
  cutAfter?: number;
  /** Stops sending after this many chunks, forever. */
  hangAfter?: number;
  /** Writes this many bytes at a time: splits frames, lines, and characters. */
  bytesAtATime?: number;
  /** Line end of the frames; with CRLF, comments are sent between them. */
  lineEnd?: '\n' | '\r\n';
  /** Omits the space after `data:`. */
  tight?: boolean;
  /** Omits `[DONE]`. */
  noDone?: boolean;
  /** Delay between `[DONE]` and the end of the body, as if a server wrote them separately. */
  endDelayMs?: number;
  finish?: string;
  /** Sent instead of a stream, with its content type. */
  raw?: { type: string; text: string };
};

/** A running scripted upstream. */
export type ScriptedUpstream = {
  /** Ends in `/v1`. */
  baseUrl: string;
  requests: SeenRequest[];
  /** How many connections have been opened to it. */
  connections(): number;
  /** Sum of all reported usage, for audits of charges. */
  reported: { promptTokens: number; completionTokens: number };
  stop(): Promise<void>;
};

/** Starts the server. `scripts` may be extended while it runs; an unknown name answers "Hello there". */
export async function startScriptedUpstream(scripts: Record<string, Script>): Promise<ScriptedUpstream> {
  const requests: SeenRequest[] = [];
  const reported = { promptTokens: 0, completionTokens: 0 };
  const connections = new WeakSet<object>();
  let opened = 0;
  const { origin, stop } = await listen(async (request, response) => {
    if (!connections.has(request.socket)) opened += 1;
    connections.add(request.socket);
    const seen = await seeRequest(request, response);
    requests.push(seen);
    const header = request.headers['x-script'];
    const named = request.method === 'GET' ? seen.path : String(seen.body.model);
    await answer(response, scripts[typeof header === 'string' ? header : named] ?? {}, seen, reported);
  });
  return { baseUrl: `${origin}/v1`, requests, connections: () => opened, reported, stop };
}

async function answer(
  response: ServerResponse,
  script: Script,
  seen: SeenRequest,
  reported: ScriptedUpstream['reported'],
): Promise<void> {
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
  if (script.whole || seen.body.stream === false) {
    await sleep((script.chunkDelayMs ?? 0) * chunks.length);
    response.writeHead(200, { 'content-type': 'application/json', ...script.headers });
    response.flushHeaders();
    const answer = JSON.stringify(wholeAnswer(script, chunks, choices, usage));
    // Wherever a stream would break off or stop: it all comes at the end.
    const [cutAfter, hangAfter] = [script.cutAfter, script.hangAfter].map((after) => (after === undefined ? after : 0));
    if (!(await writeFrames(response, [answer], { cutAfter, hangAfter, bytesAtATime: script.bytesAtATime }, seen)))
      return;
    report();
    response.end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...script.headers });
  response.flushHeaders();
  const delivery = { ...script, frameDelayMs: script.chunkDelayMs };
  if (!(await writeFrames(response, chatFrames(script, chunks, choices), delivery, seen))) return;
  const last = usage === 'none' ? [] : [toFrame(script, { ...HEAD, choices: [], usage })];
  if (script.usageTwice)
    last.unshift(toFrame(script, { ...HEAD, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }));
  await writeFrames(response, last, { bytesAtATime: script.bytesAtATime }, seen);
  report();
  if (!script.noDone) response.write(`data: [DONE]${script.lineEnd ?? '\n'}${script.lineEnd ?? '\n'}`);
  if (script.endDelayMs) await sleep(script.endDelayMs);
  response.end();
}

const HEAD = { id: 'chatcmpl-upstream', object: 'chat.completion.chunk', created: 1, model: 'upstream-model' };

function chatFrames(script: Script, chunks: string[], choices: number): string[] {
  const frame = (index: number, delta: object, beside: object = {}, usage: object | null = null) =>
    toFrame(script, { ...HEAD, choices: [{ index, delta, finish_reason: null, logprobs: null, ...beside }], usage });
  const indexes = Array.from({ length: choices }, (_, index) => index);
  const early = (index: number) => (index === 0 ? script.usageEarly : null);
  return [
    ...indexes.map((index) => frame(index, { role: 'assistant', content: '' }, {}, early(index))),
    ...(script.reasoning ?? []).map((text) => frame(0, { reasoning_content: text })),
    ...(script.reasoningDetails ?? []).map((detail) => frame(0, { reasoning_details: [detail] })),
    ...chunks.flatMap((text) => indexes.map((index) => frame(index, { content: text }, logprobsOf(script, [text])))),
    ...callDeltas(script).flatMap((call) => indexes.map((index) => frame(index, { tool_calls: [call] }))),
    ...(script.extra ? indexes.map((index) => frame(index, { ...script.extra })) : []),
    ...indexes.map((index) => frame(index, {}, { finish_reason: finishOf(script) })),
  ];
}

function callDeltas({ toolCalls = [] }: Script): object[] {
  return toolCalls.flatMap(({ id, name, arguments: [first = '', ...rest] }, index) => [
    { index, ...(id !== undefined && { id }), type: 'function', function: { name, arguments: first } },
    ...rest.map((text) => ({ index, function: { arguments: text } })),
  ]);
}

function logprobsOf({ logprob }: Script, texts: string[]): object {
  if (logprob === undefined) return {};
  const tokens = texts.map((token) => ({ token, logprob, bytes: [...Buffer.from(token)] }));
  return { logprobs: { content: tokens.map((token) => ({ ...token, top_logprobs: [token] })) } };
}

function finishOf({ finish, toolCalls }: Script): string {
  return finish ?? (toolCalls ? 'tool_calls' : 'stop');
}

function wholeAnswer(script: Script, chunks: string[], choices: number, usage: Script['usage']): object {
  const { reasoning, reasoningDetails, toolCalls, extra } = script;
  const calls = toolCalls?.map((call) => ({
    ...(call.id !== undefined && { id: call.id }),
    type: 'function',
    function: { name: call.name, arguments: call.arguments.join('') },
  }));
  return {
    ...HEAD,
    object: 'chat.completion',
    choices: Array.from({ length: choices }, (_, index) => ({
      index,
      message: {
        role: 'assistant',
        content: chunks.join(''),
        ...(reasoning && { reasoning_content: reasoning.join('') }),
        ...(reasoningDetails && { reasoning_details: reasoningDetails }),
        ...(calls && { tool_calls: calls }),
        ...extra,
      },
      ...logprobsOf(script, chunks),
      finish_reason: finishOf(script),
    })),
    ...(usage !== 'none' && { usage }),
  };
}

function toFrame(script: Script, chunk: object): string {
  const end = script.lineEnd ?? '\n';
  const comment = end === '\r\n' ? `: comment${end}event: message${end}` : '';
  return `${comment}data:${script.tight ? '' : ' '}${JSON.stringify(chunk)}${end}${end}`;
}
