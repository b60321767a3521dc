import { type UpstreamReply, upstreamFetch } from '../../platform/fetch';
import { inferenceFailed, mapFailure, mapRefusal, type UpstreamIdentity } from '../kit/map-error';
import { readSse } from '../kit/read-sse';
import type { ChatCall, ChatModel, ChatPart } from '../spec';
import { convertCall } from './convert-call';
import { convertUsage } from './convert-usage';
import { mapFinishReason } from './map-finish-reason';
import { readRefusal, refusalOf } from './read-refusal';
import { addressOf, headersOf, identityOf, isOpenAi, type OpenAiCompatible } from './upstream';
import { WireChunk, type WireMessage } from './wire';

/** A whole answer of a server that does not stream: bound of its JSON, bytes. */
const MAX_ANSWER_BYTES = 32_000_000;

/**
 * The chat of an OpenAI-compatible server. One call is one request; nothing is retried here.
 * A report of usage is told when it comes, after the output that came with it; of several reports the last counts.
 * @throws see `ChatModel`; where the call's signal was aborted: its reason
 */
export function openAiCompatibleChat(upstream: OpenAiCompatible): ChatModel {
  return async function* chat(call) {
    const identity = identityOf(upstream, call.model);
    try {
      const reply = await send(upstream, call);
      try {
        yield* readReply(reply, identity);
      } finally {
        reply.cancel();
      }
    } catch (thrown) {
      throw mapFailure(thrown, identity, call.signal);
    }
  };
}

function send(upstream: OpenAiCompatible, call: ChatCall): Promise<UpstreamReply> {
  return upstreamFetch({
    url: addressOf(upstream, '/chat/completions'),
    method: 'POST',
    headers: { ...headersOf(upstream), 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(convertCall(call, isOpenAi(upstream))),
    signal: call.signal,
    times: upstream.times,
  });
}

async function* readReply(reply: UpstreamReply, identity: UpstreamIdentity): AsyncGenerator<ChatPart> {
  if (reply.status !== 200) throw mapRefusal(await readRefusal(reply), identity);
  const type = reply.header('content-type') ?? '';
  const progress: Progress = { open: new Set(), began: false, ended: false, early: null };
  if (/^application\/json\b/i.test(type)) {
    yield* readChunk(await reply.text(MAX_ANSWER_BYTES), progress, identity);
  } else if (/^text\/html\b/i.test(type)) {
    throw inferenceFailed(new Error('The upstream answered with a page.'));
  } else {
    for await (const event of readSse(reply.pieces())) {
      if (event === '[DONE]') break;
      if (event !== '') yield* readChunk(event, progress, identity);
    }
  }
  // Without `[DONE]` an answer counts as whole once every choice that began has ended.
  if (!progress.ended || progress.open.size > 0) throw inferenceFailed(new Error('The upstream broke off.'));
  if (progress.early) yield progress.early;
}

type Progress = {
  /** Choices that began and have no finish reason yet. */
  open: Set<number>;
  /** Whether any output was handed on. */
  began: boolean;
  /** Whether any choice has ended. */
  ended: boolean;
  /** A report ahead of all output. It waits for the first of it: alone it is no answer, and another upstream may be asked. */
  early: Extract<ChatPart, { type: 'usage' }> | null;
};

function* readChunk(text: string, progress: Progress, identity: UpstreamIdentity): Generator<ChatPart> {
  const chunk = parseChunk(text);
  if (chunk.error) throw mapRefusal(refusalOf(chunk.error), identity);
  for (const piece of chunk.choices ?? []) {
    const choice = piece.index ?? 0;
    yield* readMessage(choice, piece.delta ?? piece.message, progress);
    if (!piece.finish_reason) continue;
    progress.open.delete(choice);
    progress.ended = true;
    yield { type: 'finish', choice, reason: mapFinishReason(piece.finish_reason) };
  }
  const usage = chunk.usage && convertUsage(chunk.usage);
  if (usage && (progress.began || progress.ended)) yield { type: 'usage', usage };
  else if (usage) progress.early = { type: 'usage', usage };
}

function* readMessage(
  choice: number,
  message: WireMessage | null | undefined,
  progress: Progress,
): Generator<ChatPart> {
  if (!message) return;
  progress.open.add(choice);
  const reasoning = message.reasoning_content || message.reasoning;
  if (!reasoning && !message.content) return;
  if (progress.early) yield progress.early;
  progress.early = null;
  progress.began = true;
  if (reasoning) yield { type: 'reasoning', choice, text: reasoning };
  if (message.content) yield { type: 'text', choice, text: message.content };
}

function parseChunk(text: string): WireChunk {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw inferenceFailed(cause);
  }
  const parsed = WireChunk.safeParse(json);
  if (!parsed.success) throw inferenceFailed(parsed.error);
  return parsed.data;
}
