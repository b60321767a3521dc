import { isApiError } from '../core/errors';
import { SECOND_MS } from '../core/time';
import { isFetchFailure } from '../platform/network/fetch-failure';
import { guardedFetch, REDIRECTED } from '../platform/network/guarded-fetch';
import { processState } from '../platform/process-state';
import { type FairQueue, makeFairQueue } from '../platform/sharing/fair-queue';
import { readAddress } from './check-address';
import { decodeDataUrl, MAX_PERCENT_CHARACTERS } from './decode-data-url';
import { mediaError, type MediaPath, formatSize } from './media-error';

/** A medium of a request, not checked yet. */
export type Media = {
  bytes: Uint8Array;
  /** The declared type, lowercase and without parameters; not to be trusted. */
  type: string | null;
  /** Its file name, if the URL has one; not to be trusted. */
  name: string | null;
  /** The bytes as clean base64, if they were sent that way, so that they need not be encoded again. */
  base64?: string;
};

/** Limits for reading a medium. */
export type MediaBounds = {
  /** Larger media are refused. */
  maxBytes: number;
  /** The kind of medium, for error texts: `image`, `file`. */
  what: string;
  /** Its path in the request. */
  path: MediaPath;
  /** Id of the account: work on large media is shared fairly by account. */
  account: string;
  signal: AbortSignal;
  /** Called with the bytes of each fetched piece; an exception ends the reading. */
  count?: (bytes: number) => void;
};

const FETCH_MS = 15_000;
/** Addresses that are fetched at a time: one whose server does not answer takes a connection for all of `FETCH_MS`. */
const FETCHES = {
  slots: 128,
  slotsPerAccount: 16,
  lightMs: 30 * SECOND_MS,
  maxWaiting: 1_000,
  maxWaitMs: 30 * SECOND_MS,
  busyMessage: 'Too many addresses are being fetched.',
};
const MAX_NAME_CHARACTERS = 200;

/**
 * Reads a medium that a request names: a `data:` URL, or a public http(s) address, which must not redirect.
 * @param get fetches a caller's address; tests use their own network
 * @throws ApiError INVALID_REQUEST (neither, invalid base64, not public, not fetched), INVALID_FILE_SIZE,
 *   MODEL_AT_CAPACITY if too many addresses are being fetched; the signal's reason when aborted. The messages reveal no
 *   resolved address.
 * @see docs/api-rules.md, "Media bounds"
 */
export async function readMedia(source: string, bounds: MediaBounds, get = guardedFetch): Promise<Media> {
  bounds.signal.throwIfAborted();
  const { path, what } = bounds;
  if (/^data:/i.test(source)) return readDataUrl(source, bounds);
  return fetchMedia(readAddress(source, { what, path }), bounds, get);
}

/** The queue of this process: addresses are fetched in turn, shared fairly by account. */
function fetches(): FairQueue {
  return processState('media.fetches', () => makeFairQueue(FETCHES));
}

async function readDataUrl(source: string, { maxBytes, what, path, account, signal }: MediaBounds): Promise<Media> {
  const decoded = await decodeDataUrl(source, maxBytes, { account, signal });
  if (!('problem' in decoded)) return { ...decoded, name: plainName(decoded.name) };
  switch (decoded.problem) {
    case 'form':
      throw mediaError('INVALID_REQUEST', path, `The data: URL of the ${what} has no comma before its content`);
    case 'base64':
      throw mediaError('INVALID_REQUEST', path, `The base64 of the ${what} is not valid`);
    case 'too_large':
      throw tooLarge(what, maxBytes, path);
    case 'percent':
      throw mediaError('INVALID_FILE_SIZE', path, PERCENT_TOO_LARGE);
  }
}

const PERCENT_TOO_LARGE = `A percent-encoded data: URL may have at most ${MAX_PERCENT_CHARACTERS} characters: send base64 instead`;

async function fetchMedia(url: URL, bounds: MediaBounds, get: typeof guardedFetch): Promise<Media> {
  const { maxBytes, what, path, signal, count } = bounds;
  const order = { url: url.href, maxBytes, count, maxRedirects: 0, wholeMs: FETCH_MS, signal };
  const leave = await fetches().enter({ account: bounds.account, signal });
  const { status, headers, body } = await get(order)
    .catch((thrown: unknown) => {
      signal.throwIfAborted();
      if (isApiError(thrown)) throw thrown;
      throw isFetchFailure(thrown) && thrown.kind === 'too_large'
        ? tooLarge(what, maxBytes, path, thrown)
        : notFetched(what, path, failureReason(thrown), thrown);
    })
    .finally(leave);
  if (status < 200 || status > 299) throw notFetched(what, path, `the address answered ${status}`);
  const type = headers['content-type'];
  return { bytes: body, type: essence(typeof type === 'string' ? type : ''), name: plainName(nameIn(url)) };
}

/** The reason for a failure, for the caller that gave the address. */
function failureReason(thrown: unknown): string {
  if (!isFetchFailure(thrown)) return 'the address could not be reached';
  switch (thrown.kind) {
    case 'refused':
      return thrown.message === REDIRECTED ? 'the address redirects elsewhere' : 'the address is not public';
    case 'timeout':
      return `the address gave no complete answer within ${FETCH_MS / 1_000} seconds`;
    case 'cut':
      return 'the response ended early';
    case 'connect':
    case 'too_large':
    case 'aborted':
      return 'the address could not be reached';
  }
}

function notFetched(what: string, path: MediaPath, why: string, cause?: unknown) {
  return mediaError('INVALID_REQUEST', path, `The ${what} could not be fetched: ${why}`, cause);
}

function tooLarge(what: string, maxBytes: number, path: MediaPath, cause?: unknown) {
  return mediaError('INVALID_FILE_SIZE', path, `The ${what} is larger than ${formatSize(maxBytes)}`, cause);
}

function essence(type: string): string | null {
  return type.split(';')[0]?.trim().toLowerCase() || null;
}

/** The last segment of the path, if it looks like a file name. */
function nameIn({ pathname }: URL): string | null {
  const last = pathname.split('/').at(-1) ?? '';
  if (!/\.[A-Za-z0-9]+$/.test(last)) return null;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** A name on one line and of limited length. */
function plainName(name: string | null): string | null {
  return (
    name
      ?.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim()
      .slice(0, MAX_NAME_CHARACTERS) || null
  );
}
