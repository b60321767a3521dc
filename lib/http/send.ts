import { MAX_KEPT_BYTES } from '../idempotency/keep-answer';
import type { ReplyFacts } from '../core/reply-facts';
import { closeLease } from '../platform/sharing/memory-shares';
import type { Repeat } from './admission/claim';
import { type CsvFile, csvPieces, csvText } from './answer/csv';
import { type Download, isDownload, pour } from './answer/download';
import { PIECE_BYTES, pieces } from './answer/pieces';
import {
  jsonText,
  type Reply,
  replyCsv,
  replyDownload,
  replyFrames,
  replyJson,
  replyStream,
  replyText,
} from './answer/reply';
import type { StreamEnd, StreamWatch } from './answer/sse';
import { isTextDocument } from './answer/text';
import type { Exchange } from './exchange';
import { completeFacts, finish } from './finish';

/** A POST of inference spends: it takes an `Idempotency-Key`, and its JSON may be compressed (contract 1.2, 1.4). */
export function isBillable({ auth, request }: Pick<Exchange, 'auth' | 'request'>): boolean {
  return auth === 'inference' && request.method === 'POST';
}

/**
 * What a run returned as the answer of its exchange: an async iterable of lists is a stream of server-sent events, a text
 * and a file are sent as they are, every other object is JSON.
 */
export async function send(result: object, exchange: Exchange): Promise<Reply> {
  if (isAsyncIterable(result)) return sendStream(result[Symbol.asyncIterator](), exchange);
  if (isDownload(result)) return sendDownload(result, exchange);
  if (isTextDocument(result)) return close(exchange, () => replyText(result, exchange));
  const text = jsonText(result);
  return close(exchange, () => replyJson(text, exchange, acceptedBy(exchange)), text);
}

/** A table as the answer of its exchange. Of a long one the first rows are awaited, so that a failure before them is a status. */
export async function sendCsv(file: CsvFile, exchange: Exchange): Promise<Reply> {
  const { rows, columns } = file;
  if (!isAsyncIterable(rows)) return close(exchange, () => replyCsv(file, exchange, csvText({ columns, rows })));
  const pieces = csvPieces(columns, rows);
  const first = await pieces.next();
  await completeFacts(exchange);
  return replyCsv(file, exchange, pour(first, pieces, watchOf(exchange)));
}

/** The answer of an earlier request with the same `Idempotency-Key`. Its model is told again; nothing is charged. */
export async function sendKept({ answer, lease }: Repeat, exchange: Exchange): Promise<Reply> {
  const { kind, text, facts } = answer;
  exchange.facts.model = (facts ?? undefined) as ReplyFacts['model'];
  const replayed = { 'idempotent-replayed': 'true' };
  const free = () => closeLease(lease);
  try {
    return await close(exchange, async () => {
      if (kind === 'stream') return replyFrames(pieces(Buffer.from(text), 'events', free), exchange, replayed);
      return inPieces(await replyJson(text, exchange, acceptedBy(exchange), replayed), free);
    });
  } catch (thrown) {
    free();
    throw thrown;
  }
}

/** A whole answer as one that is written in pieces, where it is long. @param onEnd as of `pieces`; at once for a short one */
function inPieces(reply: Reply, onEnd: () => void): Reply {
  const { body } = reply;
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : null;
  if (bytes === null || bytes.byteLength <= PIECE_BYTES) {
    onEnd();
    return reply;
  }
  const headers = [...reply.headers, 'content-length', String(bytes.byteLength)];
  return { ...reply, headers, body: pieces(bytes, 'bytes', onEnd) };
}

async function close(exchange: Exchange, build: () => Reply | Promise<Reply>, text?: string): Promise<Reply> {
  await completeFacts(exchange);
  const reply = await build();
  const answer = text === undefined ? undefined : ({ kind: 'json', text } as const);
  await finish(exchange, { status: 200, ending: 'completed', answer });
  return reply;
}

/** The first list is awaited, so that a failure before any output is a status and not a broken stream. */
async function sendStream(iterator: AsyncIterator<readonly object[]>, exchange: Exchange): Promise<Reply> {
  const first = await iterator.next();
  await completeFacts(exchange);
  return replyStream(first, iterator, exchange, watchOf(exchange));
}

async function sendDownload(file: Download, exchange: Exchange): Promise<Reply> {
  const iterator = file.pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  await completeFacts(exchange);
  return replyDownload(file, exchange, pour(first, iterator, watchOf(exchange)));
}

/** Records a claimed stream as far as it may be kept, and ends the exchange once. */
function watchOf(exchange: Exchange): StreamWatch {
  const frames: string[] | null = exchange.claim === null ? null : [];
  let bytes = 0;
  let ended = false;
  return {
    onFrame: (text) => {
      if (frames === null || bytes > MAX_KEPT_BYTES) return;
      bytes += Buffer.byteLength(text);
      if (bytes <= MAX_KEPT_BYTES) frames.push(text);
      else frames.length = 0;
    },
    onEnd: async (end: StreamEnd) => {
      if (ended) return;
      ended = true;
      const text = frames !== null && bytes <= MAX_KEPT_BYTES ? frames.join('') : undefined;
      const answer = text === undefined ? undefined : ({ kind: 'stream', text } as const);
      await finish(exchange, { status: 200, ...end, answer });
    },
  };
}

function acceptedBy(exchange: Exchange): { acceptEncoding: string | null } | null {
  return isBillable(exchange) ? { acceptEncoding: exchange.request.headers.get('accept-encoding') } : null;
}

function isAsyncIterable(value: object): value is AsyncIterable<readonly object[]> {
  return Symbol.asyncIterator in value;
}
