import { type UpstreamReply, upstreamFetch } from '../../platform/fetch';
import { inferenceFailed, mapFailure, mapRefusal } from '../kit/map-error';
import { oneByOne } from '../kit/one-by-one';
import { readSse } from '../kit/read-sse';
import type { ChatCall, ChatModel } from '../spec';
import { answerReader, DONE } from './answer/read-answer';
import { readRefusal } from './answer/read-refusal';
import { convertCall } from './call/convert-call';
import { givesOneChoice } from './call/fields';
import { addressOf, headersOf, identityOf, kindOf, type OpenAiCompatible, type ServerKind } from './upstream';

/** A whole answer of a server that does not stream: bound of its JSON, bytes. */
const MAX_ANSWER_BYTES = 32_000_000;

/**
 * The chat of an OpenAI-compatible server. One call is one request, or one per choice where the server gives only one;
 * nothing is retried here. A report of usage is told when it comes, after the output that came with it; of several
 * reports the last counts. An answer that goes far past `maxTokens` is ended with `length` (kit/answer-bound.ts).
 * @throws see `ChatModel`; where the call's signal was aborted: its reason
 */
export function openAiCompatibleChat(upstream: OpenAiCompatible): ChatModel {
  const kind = kindOf(upstream);
  const chat: ChatModel = async function* chat(call) {
    const identity = identityOf(upstream, call.model);
    let reply: UpstreamReply | undefined;
    try {
      reply = await send(upstream, kind, call);
      if (reply.status !== 200) throw mapRefusal(await readRefusal(reply), identity);
      const reader = answerReader(call, identity);
      for await (const chunk of chunksOf(reply)) {
        // A plain loop: `yield*` would cost a token more than reading it does.
        for (const part of reader.read(chunk)) yield part;
        if (reader.isOver()) break;
      }
      for (const part of reader.end()) yield part;
    } catch (thrown) {
      throw mapFailure(thrown, identity, call.signal);
    } finally {
      reply?.cancel();
    }
  };
  return givesOneChoice(kind) ? oneByOne(chat) : chat;
}

function send(upstream: OpenAiCompatible, kind: ServerKind, call: ChatCall): Promise<UpstreamReply> {
  return upstreamFetch({
    url: addressOf(upstream, '/chat/completions'),
    method: 'POST',
    headers: { ...headersOf(upstream), 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(convertCall(call, kind)),
    signal: call.signal,
    times: upstream.times,
  });
}

/** The chunks of an answer: the events of a stream, or the one JSON body of a server that does not stream. */
function chunksOf(reply: UpstreamReply): AsyncIterable<string> {
  const type = reply.header('content-type') ?? '';
  if (/^text\/html\b/i.test(type)) throw inferenceFailed(new Error('The upstream answered with a page.'));
  return /^application\/json\b/i.test(type) ? wholeBody(reply) : readSse(reply.pieces());
}

async function* wholeBody(reply: UpstreamReply): AsyncGenerator<string> {
  yield await reply.text(MAX_ANSWER_BYTES);
  yield DONE;
}
