import { charactersOfJson } from '../../core/json-size';
import { type UpstreamReply, upstreamFetch } from '../../platform/fetch';
import { writeLargeJson } from '../../platform/json/large-json';
import { inferenceFailed, mapFailure, mapRefusal } from '../kit/map-error';
import { oneByOne, wholeOneByOne } from '../kit/one-by-one';
import { sseBodyReader } from '../kit/read-sse';
import { MAX_WHOLE_BYTES, timesOfWhole } from '../kit/whole-answers';
import type { ChatCall, ChatModel, WholeChatModel } from '../spec';
import type { ChatPart } from '../../core/chat';
import { type AnswerReader, answerReader, DONE } from './answer/read-answer';
import { readRefusal } from './answer/read-refusal';
import { convertCall } from './call/convert-call';
import { givesOneChoice } from './call/fields';
import { addressOf, headersOf, identityOf, kindOf, type OpenAiCompatible, type ServerKind } from './upstream';

/** Maximum JSON of a whole answer to a request for a stream, bytes. */
const MAX_ANSWER_BYTES = 32_000_000;
/** Larger calls are serialized off this thread. */
const LARGE_JSON_CHARACTERS = 250_000;
const KEPT_CHARACTERS = 60_000;

/**
 * The chat of an OpenAI-compatible server. One call is one request, or one per choice if the server returns only one;
 * nothing is retried here. A usage report is passed on when it comes, after the output that came with it; of several
 * reports the last counts. An answer that goes far past `maxTokens` is ended with `length` (kit/answer-bound.ts).
 * @throws see `ChatModel`; if the call's signal was aborted: its reason
 */
export function openAiCompatibleChat(upstream: OpenAiCompatible): ChatModel {
  const kind = kindOf(upstream);
  const send = sender(upstream, kind, false);
  const whoIs = identityOf(upstream);
  const chat: ChatModel = async function* chat(call) {
    const identity = { provider: whoIs.provider, secrets: whoIs.secrets, model: call.model };
    let reply: UpstreamReply | undefined;
    try {
      reply = await send(call);
      if (reply.status !== 200) throw mapRefusal(await readRefusal(reply), identity);
      const isWhole = isJson(reply);
      const reader = answerReader(call, identity);
      const events = sseBodyReader();
      // A single loop: each further one around it would cost a token as much as all its parsing.
      for await (const piece of isWhole ? [await reply.text(MAX_ANSWER_BYTES)] : reply.pieces()) {
        const chunks = typeof piece === 'string' ? [piece, DONE] : events.read(piece);
        const { parts, failure } = readTogether(reader, chunks);
        // Before the caller spends time on the parts, so that the end of the body arrives meanwhile.
        if (reader.isDone()) reply.drop();
        if (parts.length > 0) yield parts;
        if (failure !== null) throw failure.thrown;
        if (reader.isOver()) break;
      }
      if (!reader.isOver()) {
        const { parts, failure } = readTogether(reader, events.end());
        if (parts.length > 0) yield parts;
        if (failure !== null) throw failure.thrown;
      }
      const last = reader.end();
      if (last.length > 0) yield last;
    } catch (thrown) {
      throw mapFailure(thrown, identity, call.signal);
    } finally {
      reply?.cancel();
    }
  };
  return givesOneChoice(kind) ? oneByOne(chat) : chat;
}

/**
 * The same for an answer in one piece. A server that streams all the same is read to its end.
 * @throws see `WholeChatModel`; if the call's signal was aborted: its reason
 */
export function openAiCompatibleWholeChat(upstream: OpenAiCompatible): WholeChatModel {
  const kind = kindOf(upstream);
  const send = sender(upstream, kind, true);
  const whoIs = identityOf(upstream);
  const answerWhole: WholeChatModel = async (call) => {
    const identity = { provider: whoIs.provider, secrets: whoIs.secrets, model: call.model };
    let reply: UpstreamReply | undefined;
    try {
      reply = await send(call);
      if (reply.status !== 200) throw mapRefusal(await readRefusal(reply), identity);
      const reader = answerReader(call, identity);
      const parts: ChatPart[] = [];
      if (isJson(reply)) readAll(reader, [await reply.text(MAX_WHOLE_BYTES), DONE], parts);
      else await readStream(reader, reply, parts);
      parts.push(...reader.end());
      return parts;
    } catch (thrown) {
      throw mapFailure(thrown, identity, call.signal);
    } finally {
      reply?.cancel();
    }
  };
  return givesOneChoice(kind) ? wholeOneByOne(answerWhole) : answerWhole;
}

async function readStream(reader: AnswerReader, reply: UpstreamReply, parts: ChatPart[]): Promise<void> {
  const events = sseBodyReader();
  for await (const piece of reply.pieces()) {
    readAll(reader, events.read(piece), parts);
    if (reader.isDone()) reply.drop();
    if (reader.isOver()) return;
  }
  readAll(reader, events.end(), parts);
}

/** Sends calls to a server; what all of them share is made once. */
function sender(
  upstream: OpenAiCompatible,
  kind: ServerKind,
  isWhole: boolean,
): (call: ChatCall) => Promise<UpstreamReply> {
  const url = addressOf(upstream, '/chat/completions');
  const accept = isWhole ? 'application/json' : 'text/event-stream';
  const headers = { ...headersOf(upstream), 'content-type': 'application/json', accept };
  const times = isWhole ? timesOfWhole(upstream.times) : upstream.times;
  const further = new Set(upstream.forwardFields);
  return async (call) => {
    const value = convertCall(call, kind, isWhole, further);
    const { account = '', signal } = call;
    const characters = charactersOfJson(value);
    const isLarge = characters > LARGE_JSON_CHARACTERS;
    const text = isLarge ? await writeLargeJson(value, { account, signal }) : JSON.stringify(value);
    // Bytes are released once they are sent; a short text is kept until the answer ends.
    const body = typeof text === 'string' && characters > KEPT_CHARACTERS ? Buffer.from(text) : text;
    return upstreamFetch({ url, method: 'POST', headers, body, account, signal, times });
  };
}

/** The parts of chunks that came together; those before an unreadable chunk are still returned. */
function readTogether(
  reader: AnswerReader,
  chunks: string[],
): { parts: ChatPart[]; failure: { thrown: unknown } | null } {
  const parts: ChatPart[] = [];
  try {
    readAll(reader, chunks, parts);
    return { parts, failure: null };
  } catch (thrown) {
    return { parts, failure: { thrown } };
  }
}

/** Adds the parts of chunks, up to the end of the answer. */
function readAll(reader: AnswerReader, chunks: string[], parts: ChatPart[]): void {
  for (const chunk of chunks) {
    reader.read(chunk, parts);
    if (reader.isOver()) return;
  }
}

/**
 * Whether an answer is the single JSON body of a server that does not stream.
 * @throws ApiError if it is an HTML page
 */
function isJson(reply: UpstreamReply): boolean {
  const type = reply.header('content-type') ?? '';
  if (/^text\/html\b/i.test(type)) throw inferenceFailed(new Error('The upstream answered with a page.'));
  return /^application\/json\b/i.test(type);
}
