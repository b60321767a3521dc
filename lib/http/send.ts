import { MAX_KEPT_BYTES } from '../idempotency/keep-answer';
import type { ReplyFacts } from '../core/reply-facts';
import { addBytes, closeLease, type MemoryLease, openLease, requestMemory } from '../platform/sharing/memory-shares';
import type { Repeat } from './admission/claim';
import { type CsvFile, csvPieces, csvText } from './answer/csv';
import { type Download, isDownload, pour } from './answer/download';
import { jsonText } from './answer/json-text';
import { PIECE_BYTES, pieces } from './answer/pieces';
import { type Reply, replyCsv, replyDownload, replyFrames, replyJson, replyStream, replyText } from './answer/reply';
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
  const made = jsonText(result);
  const text = typeof made === 'string' ? made : await made;
  if (text.length > PIECE_BYTES) return sendLong(text, exchange);
  return close(exchange, () => replyJson(text, exchange, acceptedBy(exchange)), text);
}

/** A long document, whose request's memory is counted until its reader has taken it. */
async function sendLong(text: string, exchange: Exchange): Promise<Reply> {
  const { lease } = exchange;
  exchange.lease = null;
  const free = () => {
    if (lease !== null) closeLease(lease);
  };
  try {
    return await close(
      exchange,
      async () => inPieces(await replyJson(text, exchange, acceptedBy(exchange)), free),
      text,
    );
  } catch (thrown) {
    free();
    throw thrown;
  }
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
  const record = exchange.claim === null ? null : makeRecord(exchange.claim.accountId);
  let ended = false;
  return {
    onFrame: (text) => record?.add(text),
    onEnd: async (end: StreamEnd) => {
      if (ended) return;
      ended = true;
      const text = record?.text();
      const answer = text === undefined ? undefined : ({ kind: 'stream', text } as const);
      try {
        await finish(exchange, { status: 200, ...end, answer });
      } finally {
        record?.end();
      }
    },
  };
}

/** Frames of a stream for its repeats: counted on the memory of their account, and given up where they are too many. */
function makeRecord(account: string) {
  const lease = openLease(requestMemory(), account);
  let frames: string[] | null = [];
  let bytes = 0;
  const giveUp = (): void => {
    frames = null;
    closeLease(lease);
  };
  return {
    add: (text: string): void => {
      if (frames === null) return;
      const size = Buffer.byteLength(text);
      bytes += size;
      if (bytes > MAX_KEPT_BYTES || !hasRoom(lease, size)) return giveUp();
      frames.push(text);
    },
    /** Undefined where the stream is not kept: a repeat gets the receipt. */
    text: () => frames?.join(''),
    end: giveUp,
  };
}

function hasRoom(lease: MemoryLease, bytes: number): boolean {
  try {
    addBytes(lease, bytes);
    return true;
  } catch {
    return false;
  }
}

function acceptedBy(exchange: Exchange): { acceptEncoding: string | null } | null {
  return isBillable(exchange) ? { acceptEncoding: exchange.request.headers.get('accept-encoding') } : null;
}

function isAsyncIterable(value: object): value is AsyncIterable<readonly object[]> {
  return Symbol.asyncIterator in value;
}
