import { setTimeout as sleep } from 'node:timers/promises';
import type { SeenRequest } from '../conformance/dialect';
import { listen, seeRequest } from '../conformance/serve';
import type { ChatCall, ChatModel } from '../spec';
import type { ChatPart } from '../../core/chat';
import type { VendorUpstream } from './vendor';
import { vendorChat, vendorWholeChat } from './chat';

/** A recorded answer. `afterMs`: how long its first byte takes. */
export type Recorded = {
  status?: number;
  type?: string;
  body: string | Uint8Array;
  headers?: Record<string, string>;
  afterMs?: number;
};

/** A server on 127.0.0.1 that returns recorded answers one after another, repeating the last one. */
export type Recorder = {
  origin: string;
  /** The requests since the last `play`. */
  requests: SeenRequest[];
  play(...answers: Recorded[]): void;
  stop(): Promise<void>;
};

/** Starts the server. */
export async function startRecorder(): Promise<Recorder> {
  let answers: Recorded[] = [];
  const requests: SeenRequest[] = [];
  const { origin, stop } = await listen(async (request, response) => {
    requests.push(await seeRequest(request, response));
    const {
      status = 200,
      type = 'text/event-stream',
      body,
      headers,
      afterMs,
    } = answers[requests.length - 1] ?? answers.at(-1) ?? { body: '' };
    if (afterMs !== undefined) await sleep(afterMs);
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(body);
  });
  const play = (...next: Recorded[]) => {
    answers = next;
    requests.length = 0;
  };
  return { origin, requests, play, stop };
}

/** Server-sent events in Anthropic's layout: named by their type. */
export function namedEvents(...events: { type: string; [member: string]: unknown }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** Server-sent events without names, as Google sends them. */
export function plainEvents(...events: object[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('');
}

/** The chat of a vendor, asked for an answer in one piece. */
export function wholeChatOf(upstream: VendorUpstream): ChatModel {
  const answerWhole = vendorWholeChat(upstream);
  return async function* whole(call) {
    yield await answerWhole(call);
  };
}

/** One call of a model, and everything that it returned. */
export async function ask(
  upstream: VendorUpstream | ChatModel,
  more: Partial<ChatCall> = {},
): Promise<{ parts: ChatPart[]; error: unknown }> {
  const chat = typeof upstream === 'function' ? upstream : vendorChat(upstream);
  const parts: ChatPart[] = [];
  try {
    for await (const together of chat({
      model: 'some-model',
      messages: [{ role: 'user', content: 'Hello' }],
      sampling: {},
      maxTokens: 20_000,
      stop: [],
      choices: 1,
      extra: {},
      signal: new AbortController().signal,
      ...more,
    })) {
      parts.push(...together);
    }
    return { parts, error: null };
  } catch (error) {
    return { parts, error };
  }
}
