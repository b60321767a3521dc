import { ApiError, isApiError } from '../../../core/errors';
import { clock } from '../../../platform/clock';
import { type FetchTimes, type UpstreamReply, type UpstreamRequest, upstreamFetch } from '../../../platform/fetch';
import { parseLargeJson } from '../../../platform/json/large-json';
import { fetchFailure } from '../../../platform/network/fetch-failure';
import { readRefusal } from '../../openai-compatible/answer/read-refusal';
import { inferenceFailed, mapFailure, mapRefusal, type UpstreamIdentity, type UpstreamRefusal } from '../map-error';

/**
 * Maximum size of an answer, bytes. The largest image has 16.7 million pixels; as a PNG with transparency that does not
 * compress it has 67 million bytes, which are 90 million characters of base64.
 */
export const MAX_ANSWER_BYTES = 96_000_000;
/** Larger answers are parsed off this thread: this much takes a few milliseconds. */
const LARGE_JSON_BYTES = 4_000_000;
/** Memory for an answer whose length is not announced, until it grows, bytes. */
const FIRST_BYTES = 65_536;
/** An image server sends nothing before it is finished: the first byte may take as long as everything. */
const FIRST_BYTE_MS = 600_000;

/** A call of an image server: what its requests have in common. */
export type ImageRequests = {
  identity: UpstreamIdentity;
  /** Lowercase names. */
  headers: Record<string, string>;
  times: Partial<FetchTimes> | undefined;
  account: string | undefined;
  signal: AbortSignal;
  /** Reads an answer with another status than 200; default: the layouts of OpenAI and FastAPI. */
  readRefusal?: (reply: UpstreamReply) => Promise<UpstreamRefusal>;
  /** Maximum size of an answer, bytes; default 96 MB. */
  maxBytes?: number;
};

/** One request of a call. */
export type ImageRequest = Pick<UpstreamRequest, 'url' | 'body'> & {
  /** Default: POST with a body, else GET. */
  method?: 'GET' | 'POST';
  /** Default: JSON. */
  contentType?: string;
};

/**
 * Sends one request and returns the JSON of its answer.
 * @throws ApiError as `mapRefusal` and `mapFailure`; INFERENCE_FAILED if the answer is too large or no JSON; the
 *   signal's reason when aborted
 */
export async function askJson(request: ImageRequest, requests: ImageRequests): Promise<unknown> {
  const bytes = await askBytes(request, requests);
  const { account = '', signal } = requests;
  try {
    if (bytes.byteLength > LARGE_JSON_BYTES) return await parseLargeJson([bytes], null, { account, signal });
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw mapFailure(afterAnswer(cause), requests.identity, signal);
    // The parser's message quotes the answer.
    throw inferenceFailed(new Error('The upstream answered with invalid JSON.'));
  }
}

/** A refusal of our own queue for what an upstream has already answered: nobody should do the work again. */
function afterAnswer(thrown: unknown): unknown {
  if (!isApiError(thrown) || thrown.options.ownQueue === undefined) return thrown;
  return new ApiError(thrown.code, thrown.message, { ...thrown.options, ownQueue: 'after' });
}

/**
 * Sends one request and returns the bytes of its answer, in a memory of their own.
 * @throws as `askJson`
 */
export async function askBytes(request: ImageRequest, requests: ImageRequests): Promise<Uint8Array<ArrayBuffer>> {
  const { identity, headers, times, account, signal, maxBytes = MAX_ANSWER_BYTES } = requests;
  const { url, body, method = body === undefined ? 'GET' : 'POST', contentType = 'application/json' } = request;
  let reply: UpstreamReply | undefined;
  try {
    reply = await upstreamFetch({
      url,
      method,
      headers: { ...headers, accept: '*/*', ...(body !== undefined && { 'content-type': contentType }) },
      body,
      account,
      signal,
      times: { firstByteMs: FIRST_BYTE_MS, ...times },
    });
    if (reply.status !== 200) throw mapRefusal(await (requests.readRefusal ?? readRefusal)(reply), identity);
    return await collect(reply, maxBytes);
  } catch (thrown) {
    throw mapFailure(thrown, identity, signal);
  } finally {
    reply?.cancel();
  }
}

/**
 * Sends a request whose answer does not matter, such as one to stop the work: bounded in time, and never a failure.
 * @param waitMs how long it may take
 */
export async function sendBestEffort(
  request: ImageRequest,
  { identity, headers }: Pick<ImageRequests, 'identity' | 'headers'>,
  waitMs: number,
): Promise<void> {
  const times = { firstByteMs: waitMs, idleMs: waitMs, wholeMs: waitMs };
  const requests = { identity, headers, times, account: undefined, signal: new AbortController().signal };
  await askBytes(request, requests).catch(() => undefined);
}

/** The rest of a call's time limit, for a request that is not its first. @param sinceMs when the call began */
export function timesLeft(times: Partial<FetchTimes> | undefined, sinceMs: number): Partial<FetchTimes> {
  const wholeMs = Math.max(1, (times?.wholeMs ?? FIRST_BYTE_MS) - (clock.now() - sinceMs));
  return { ...times, wholeMs };
}

/** The answer in one memory, which grows if its length was not announced: its pieces are not kept beside it. */
async function collect(reply: UpstreamReply, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(reply.header('content-length') ?? Number.NaN);
  let whole = new Uint8Array(Math.min(maxBytes, announced >= 0 ? announced : FIRST_BYTES));
  let size = 0;
  for await (const piece of reply.pieces()) {
    const end = size + piece.byteLength;
    if (end > maxBytes) throw fetchFailure('too_large', `The answer is larger than ${maxBytes} bytes.`);
    if (end > whole.byteLength) whole = grown(whole, Math.min(maxBytes, Math.max(end, 2 * whole.byteLength)));
    whole.set(piece, size);
    size = end;
  }
  return whole.subarray(0, size);
}

function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}
