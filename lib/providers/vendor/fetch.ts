import { type UpstreamReply, type UpstreamRequest, upstreamFetch } from '../../platform/fetch';
import { fetchFailure } from '../../platform/network/fetch-failure';
import { MAX_WHOLE_BYTES } from '../kit/whole-answers';
import type { LargeMedia } from './large-media';
import type { Fetch } from './vendor';

/** Maximum size of an answer, bytes: far above the longest stream of a model, but small enough to do no harm. */
const MAX_ANSWER_BYTES = 64_000_000;
/** How much of a refusal's body is read, bytes. */
const MAX_REFUSAL_BYTES = 65_536;
/** Headers of an answer that the packages or we read. */
const HEADERS = [
  'content-type',
  'retry-after',
  'x-amzn-errortype',
  'x-amzn-requestid',
  'x-amzn-bedrock-input-token-count',
];

/**
 * The `fetch` for the vendors' packages, over `upstreamFetch`: one request, limited in time and size, no redirects.
 * Canceling the body closes the connection at once.
 * @param readWhole for an answer in one piece: what the package gets of its text
 * @param media of this one request
 * @throws FetchFailure, also from the body; ApiError if a medium would be missing
 */
export function makeVendorFetch(
  { account, times, readWhole }: Pick<UpstreamRequest, 'account' | 'times'> & { readWhole?: (text: string) => string },
  media: LargeMedia,
): Fetch {
  return async (input, init) => {
    const reply = await upstreamFetch({
      url: input instanceof Request ? input.url : String(input),
      method: 'POST',
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === 'string' ? media.fill(init.body) : undefined,
      account,
      signal: init?.signal ?? undefined,
      times,
    });
    const isWhole = readWhole !== undefined && !isRefusal(reply);
    return toResponse(reply, isWhole ? readWhole(await reply.text(MAX_WHOLE_BYTES)) : null);
  };
}

/** @param whole its body, if that has been read */
function toResponse(reply: UpstreamReply, whole: string | null): Response {
  const headers = HEADERS.flatMap((name): [string, string][] => {
    const value = reply.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  const isEmpty = reply.status === 204 || reply.status === 205 || reply.status === 304;
  if (isEmpty) reply.cancel();
  return new Response(isEmpty ? null : (whole ?? bodyOf(reply)), { status: reply.status, headers });
}

function isRefusal({ status }: UpstreamReply): boolean {
  return status >= 300;
}

function bodyOf(reply: UpstreamReply): ReadableStream<Uint8Array> {
  const pieces = reply.pieces();
  let size = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = await pieces.next();
    if (done) return controller.close();
    size += value.byteLength;
    if (size <= (isRefusal(reply) ? MAX_REFUSAL_BYTES : MAX_ANSWER_BYTES)) return controller.enqueue(value);
    reply.cancel();
    throw fetchFailure('too_large', 'The answer has no end.');
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) =>
        pull(controller).catch((thrown: unknown) => {
          // A refusal with an unreadable body is still a refusal.
          if (isRefusal(reply)) controller.close();
          else controller.error(thrown);
        }),
      cancel: () => reply.cancel(),
    },
    { highWaterMark: 0 },
  );
}
