import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { upstreamFetch, type UpstreamReply } from '../../platform/fetch';
import { isFetchFailure } from '../../platform/network/fetch-failure';

/** How long an engine may take until its first byte, and as a whole. */
const TIMES = { firstByteMs: 8 * SECOND_MS, idleMs: 5 * SECOND_MS, wholeMs: 12 * SECOND_MS };
/** An answer of 20 results has some 50 KB. */
const MAX_ANSWER_BYTES = 2_000_000;
const RETRY_AFTER_SECONDS = 10;
const TOO_MANY = 429;
const MESSAGE = 'The search engine is not available now. Retry later, or use another engine (search_provider).';
const BAD_ANSWER = 'The search engine answered with an error.';

/** A request to an engine that the operator has configured. */
export type EngineRequest = {
  /** Names the engine in the log. */
  engine: string;
  url: string;
  headers?: Record<string, string>;
  /** Fields of a form, sent as POST: better than an address for queries, which servers write into their logs. */
  form?: Record<string, string>;
  signal?: AbortSignal;
  /** What the operator should know about a status, by status. */
  advice?: Readonly<Record<number, string>>;
};

/**
 * Asks a search engine, and reads its JSON. An answer is bounded in time and size.
 * @throws ApiError MODEL_OFFLINE (503) if it cannot be reached, takes too long, is busy, or fails; INFERENCE_FAILED (500)
 *   for a refusal, and for an answer that is not JSON. Causes are for the log, and never quote the engine, which might
 *   quote the query; the signal's own reason when aborted
 */
export async function askEngine(request: EngineRequest): Promise<unknown> {
  const { engine, signal, advice = {} } = request;
  const reply = await send(request);
  const text = await reply.text(MAX_ANSWER_BYTES).catch((thrown: unknown) => {
    throw toApiError(engine, thrown, signal);
  });
  const { status } = reply;
  if (status !== 200) {
    const reason = new Error(advice[status] ?? `${engine} answered ${status}`);
    throw status >= 500 || status === TOO_MANY ? unavailable(reason) : badAnswer(reason);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer(new Error(`${engine} answered something else than JSON`));
  }
}

/** The error for an answer that has a wrong layout. */
export function wrongLayout(engine: string): ApiError {
  return badAnswer(new Error(`${engine} answered JSON of an unknown layout`));
}

async function send({ engine, url, headers, form, signal }: EngineRequest): Promise<UpstreamReply> {
  const common = { url, signal, times: TIMES, headers: { accept: 'application/json', ...headers } };
  try {
    if (form === undefined) return await upstreamFetch({ ...common, method: 'GET' });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(form).toString();
    return await upstreamFetch({ ...common, method: 'POST', headers: { ...common.headers, ...type }, body });
  } catch (thrown) {
    throw toApiError(engine, thrown, signal);
  }
}

function toApiError(engine: string, thrown: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return thrown;
  const kind = isFetchFailure(thrown) ? thrown.kind : 'cut';
  return kind === 'too_large'
    ? badAnswer(new Error(`${engine} answered more than ${MAX_ANSWER_BYTES} bytes`))
    : unavailable(new Error(`${engine} did not answer (${kind})`));
}

function unavailable(cause: Error): ApiError {
  return new ApiError('MODEL_OFFLINE', MESSAGE, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function badAnswer(cause: Error): ApiError {
  return new ApiError('INFERENCE_FAILED', BAD_ANSWER, { cause });
}
