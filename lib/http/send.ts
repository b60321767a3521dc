import { MAX_KEPT_BYTES } from '../idempotency/keep-answer';
import { mayKeepAnswer } from '../idempotency/may-keep-answer';
import type { KeptAnswer } from '../idempotency/types';
import { closeLease } from '../platform/sharing/memory-shares';
import type { Repeat } from './admission/acquire-key';
import { isForSpenders } from './admission/authorize';
import { accountOrAddress } from './admission/guard';
import { type BinaryDocument, isBinaryDocument, restoreBinary, storeBinary, storedLength } from './answer/binary';
import { type CsvFile, csvPieces, csvText } from './answer/csv';
import { type Download, isDownload, fileBody } from './answer/download';
import { jsonText } from './answer/json-text';
import { restoreMetadata } from './answer/kept-metadata';
import { PIECE_BYTES, pieces } from './answer/pieces';
import {
  type Reply,
  replyBinary,
  replyCsv,
  replyDownload,
  replyFrames,
  replyJson,
  replyStream,
  replyText,
  statusOf,
} from './answer/reply';
import type { StreamEnd, StreamWatch } from './answer/sse';
import { makeStreamRecord } from './answer/stream-record';
import { isTextDocument } from './answer/text';
import { isUnstored } from './answer/unstored';
import type { RequestContext } from './request-context';
import { transportOf } from './server/transport';
import { completeMetadata, finish } from './finish';

/**
 * A POST of those who spend costs money: it takes an `Idempotency-Key`, and its JSON may be compressed
 * (docs/api-rules.md, "Compression" and "Idempotency").
 */
export function isBillable({ auth, request }: Pick<RequestContext, 'auth' | 'request'>): boolean {
  return isForSpenders(auth) && request.method === 'POST';
}

/**
 * The result of a run as a reply: an async iterable of lists becomes a stream of server-sent events, texts and files are
 * sent unchanged, every other object becomes JSON.
 */
export async function send(result: object, context: RequestContext): Promise<Reply> {
  if (isAsyncIterable(result)) return sendStream(result[Symbol.asyncIterator](), context);
  if (isDownload(result)) return sendDownload(result, context);
  if (isTextDocument(result)) return close(context, () => replyText(result, context));
  if (isBinaryDocument(result)) return sendBinary(result, context);
  const isKept = !isUnstored(result);
  const json = isKept ? result : result.json;
  const made = jsonText(json, accountOrAddress(context.caller, transportOf(context.request).client));
  const text = typeof made === 'string' ? made : await made;
  const answer = isKept ? ({ kind: 'json', text } as const) : undefined;
  if (text.length > PIECE_BYTES) return sendLong(text, context, answer);
  return close(context, () => replyJson(text, context, acceptedBy(context)), answer);
}

/**
 * Sends bytes; the request's memory stays counted until the reader has taken them. They are stored only if the request has
 * an `Idempotency-Key` and they are not too long for it, because storing needs them as text.
 */
async function sendBinary(result: BinaryDocument, context: RequestContext): Promise<Reply> {
  const isStored = context.idempotencyRecord !== null && storedLength(result) <= MAX_KEPT_BYTES;
  const answer = isStored ? ({ kind: 'binary', text: storeBinary(result) } as const) : undefined;
  const free = takeLease(context);
  return freeOnFailure(free, () => close(context, () => inPieces(replyBinary(result, context), free), answer));
}

/** Sends a long document; the request's memory stays counted until the reader has taken it. */
async function sendLong(
  text: string,
  context: RequestContext,
  answer: Pick<KeptAnswer, 'kind' | 'text'> | undefined,
): Promise<Reply> {
  const free = takeLease(context);
  const build = async () => inPieces(await replyJson(text, context, acceptedBy(context)), free);
  return freeOnFailure(free, () => close(context, build, answer));
}

/** A table as a reply. For a long one, the first rows are awaited, so that a failure before them becomes an error status. */
export async function sendCsv(file: CsvFile, context: RequestContext): Promise<Reply> {
  const { rows, columns } = file;
  if (!isAsyncIterable(rows)) return close(context, () => replyCsv(file, context, csvText({ columns, rows })));
  const pieces = csvPieces(columns, rows);
  const first = await pieces.next();
  await completeMetadata(context);
  return replyCsv(file, context, fileBody(first, pieces, watchOf(context)));
}

/**
 * Sends the stored answer of an earlier request with the same `Idempotency-Key`, its model headers, and its ID, which has
 * the receipt; charges nothing.
 */
export async function sendKept({ answer, requestId, lease }: Repeat, context: RequestContext): Promise<Reply> {
  const { kind, text, metadata } = answer;
  restoreMetadata(metadata, context.metadata);
  const replayed = { 'idempotent-replayed': 'true', 'original-request': requestId };
  const free = () => closeLease(lease);
  const build = async () => {
    if (kind === 'binary') return inPieces(replyBinary(restoreBinary(text), context, replayed), free);
    if (kind === 'stream') return replyFrames(pieces(Buffer.from(text), 'events', free), context, replayed);
    return inPieces(await replyJson(text, context, acceptedBy(context), replayed), free);
  };
  return freeOnFailure(free, () => close(context, build));
}

/** Keeps the request's memory counted beyond its end. @returns a function that frees it */
function takeLease(context: RequestContext): () => void {
  const { lease } = context;
  context.lease = null;
  return () => {
    if (lease !== null) closeLease(lease);
  };
}

/** Makes a reply whose body frees memory at its end; if making it fails, the memory is freed at once. */
async function freeOnFailure(free: () => void, make: () => Promise<Reply>): Promise<Reply> {
  try {
    return await make();
  } catch (thrown) {
    free();
    throw thrown;
  }
}

/** Writes a complete reply in pieces if it is long. @param onEnd as for `pieces`; called at once for a short reply */
function inPieces(reply: Reply, onEnd: () => void): Reply {
  const { body } = reply;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? viewOf(body) : null;
  if (bytes === null || bytes.byteLength <= PIECE_BYTES) {
    onEnd();
    return reply;
  }
  const headers = [...reply.headers, 'content-length', String(bytes.byteLength)];
  return { ...reply, headers, body: pieces(bytes, 'bytes', onEnd) };
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function close(
  context: RequestContext,
  build: () => Reply | Promise<Reply>,
  answer?: Pick<KeptAnswer, 'kind' | 'text'>,
): Promise<Reply> {
  await completeMetadata(context);
  const reply = await build();
  await finish(context, { status: statusOf(context.metadata), ending: 'completed', answer });
  return reply;
}

/** The first list is awaited, so that a failure before any output becomes an error status instead of a broken stream. */
async function sendStream(iterator: AsyncIterator<readonly object[]>, context: RequestContext): Promise<Reply> {
  const first = await iterator.next();
  await completeMetadata(context);
  return replyStream(first, iterator, context, watchOf(context));
}

async function sendDownload(file: Download, context: RequestContext): Promise<Reply> {
  const iterator = file.pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  await completeMetadata(context);
  return replyDownload(file, context, fileBody(first, iterator, watchOf(context)));
}

/** Finishes the request when its stream ends; records the stream if it has an `Idempotency-Key`. */
function watchOf(context: RequestContext): StreamWatch {
  const { idempotencyRecord: keyed, request } = context;
  // What is not stored need not be in memory until the end.
  const isKept = keyed !== null && mayKeepAnswer(request.headers.get('cache-control'));
  const record = isKept ? makeStreamRecord(keyed.accountId) : null;
  let ended = false;
  return {
    account: accountOrAddress(context.caller, transportOf(context.request).client),
    onFrame: (text) => record?.add(text),
    onEnd: async (end: StreamEnd) => {
      if (ended) return;
      ended = true;
      const text = record?.text();
      const answer = text === undefined ? undefined : ({ kind: 'stream', text } as const);
      try {
        await finish(context, { status: 200, ...end, answer });
      } finally {
        record?.end();
      }
    },
  };
}

function acceptedBy(context: RequestContext): { acceptEncoding: string | null } | null {
  return isBillable(context) ? { acceptEncoding: context.request.headers.get('accept-encoding') } : null;
}

function isAsyncIterable(value: object): value is AsyncIterable<readonly object[]> {
  return Symbol.asyncIterator in value;
}
