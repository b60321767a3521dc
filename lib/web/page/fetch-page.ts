import { invalidField } from '../../core/errors';
import { isFetchFailure } from '../../platform/network/fetch-failure';
import { type GuardedFetch, type GuardedReply, isRedirect } from '../../platform/network/guarded-fetch';
import { withTimeLimit } from '../../platform/with-time-limit';
import { ACCEPTED_ENCODINGS, decompress, tooLarge } from './decompress';
import { type PageFailure, pageFailure } from './page-failure';
import { findRobots, READER } from './robots/find-robots';
import { isAllowed } from './robots/is-allowed';

/** A page as its server sent it. */
export type FetchedPage = {
  /** Where it came from, after redirects, without a fragment. */
  url: string;
  /** Declared type, lowercase and without parameters; null if there was none. */
  type: string | null;
  /** Declared encoding of its text; null if there was none. */
  charset: string | null;
  /** Decompressed, at most `MAX_PAGE_BYTES`. */
  bytes: Uint8Array;
  keep: PageKeep;
};

/** For whom a page may be kept: `all` callers, the `account` that asked, or `none`; and for how long at most. */
export type PageKeep = { sharing: 'all' | 'account' | 'none'; maxAgeSeconds: number | null };

/** The largest page that is read, before and after decompression. */
const MAX_PAGE_BYTES = 5_000_000;
const MAX_REDIRECTS = 5;
/** From the first name lookup to the last byte, `robots.txt` and redirects included. */
const WHOLE_MS = 20_000;

const ACCEPT = 'text/html,application/xhtml+xml,text/markdown,text/plain;q=0.9,application/json;q=0.9,*/*;q=0.5';

/**
 * Fetches a page: every address on the way is checked by the guard of `get`, and by the `robots.txt` of its site. No
 * cookies are sent or kept.
 * @throws ApiError INVALID_REQUEST for an address that may not be read (not public, forbidden by the site); PageFailure;
 *   the signal's reason when aborted
 */
export async function fetchPage(address: URL, get: GuardedFetch, signal: AbortSignal): Promise<FetchedPage> {
  const timed = withTimeLimit(signal, WHOLE_MS);
  try {
    return await follow(address, get, timed);
  } catch (thrown) {
    signal.throwIfAborted();
    throw timed.aborted ? tooSlow(thrown) : thrown;
  }
}

async function follow(address: URL, get: GuardedFetch, signal: AbortSignal): Promise<FetchedPage> {
  let url = address;
  let keep: PageKeep = { sharing: 'all', maxAgeSeconds: null };
  for (let redirects = 0; ; redirects += 1) {
    const rules = await findRobots(url, get, signal);
    if (!isAllowed(rules, `${url.pathname}${url.search}`)) throw forbidden();
    const reply = await getPage(url, get, signal, redirects > 0);
    keep = stricter(keep, keepOf(reply));
    const { location } = reply.headers;
    if (!isRedirect(reply.status) || typeof location !== 'string') return pageOf(url, reply, keep);
    if (redirects >= MAX_REDIRECTS) throw pageFailure('elsewhere', `it redirects more than ${MAX_REDIRECTS} times`);
    if (!URL.canParse(location, url)) throw pageFailure('elsewhere', 'it redirects to something that is no address');
    url = new URL(location, url);
    if (!/^https?:$/.test(url.protocol)) {
      throw pageFailure('elsewhere', 'it redirects to an address that may not be read');
    }
  }
}

async function getPage(url: URL, get: GuardedFetch, signal: AbortSignal, isRedirected: boolean): Promise<GuardedReply> {
  const headers = { 'user-agent': READER, accept: ACCEPT, 'accept-encoding': ACCEPTED_ENCODINGS };
  try {
    return await get({ url: url.href, headers, maxBytes: MAX_PAGE_BYTES, maxRedirects: 'returned', signal });
  } catch (thrown) {
    signal.throwIfAborted();
    if (!isFetchFailure(thrown)) throw thrown;
    switch (thrown.kind) {
      case 'refused':
        if (isRedirected) throw pageFailure('elsewhere', 'it redirects to an address that may not be read', thrown);
        throw invalidField(['url'], 'The address is not public');
      case 'timeout':
        throw tooSlow(thrown);
      case 'too_large':
        throw tooLarge(MAX_PAGE_BYTES, thrown);
      case 'cut':
        throw pageFailure('unreachable', 'the answer of its server ended early', thrown);
      case 'connect':
      case 'aborted':
        throw pageFailure('unreachable', 'its server could not be reached', thrown);
    }
  }
}

async function pageOf(url: URL, { status, headers, body }: GuardedReply, keep: PageKeep): Promise<FetchedPage> {
  if (status < 200 || status > 299) throw Object.assign(answered(status), { status });
  const bytes = await decompress(body, one(headers['content-encoding']), MAX_PAGE_BYTES);
  const declared = one(headers['content-type']) ?? '';
  const type = declared.split(';', 1)[0]?.trim().toLowerCase() || null;
  const charset = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(declared)?.[1] ?? null;
  const shown = new URL(url);
  shown.hash = '';
  // Only a usual answer is kept: not a part of a page, for example.
  const kept: PageKeep = status === 200 ? keep : { ...keep, sharing: 'none' };
  return { url: shown.href, type, charset, bytes, keep: kept };
}

function answered(status: number): PageFailure {
  if (status === 401 || status === 407) return pageFailure('refused', 'it asks for a login');
  const isGone = status === 404 || status === 410;
  return pageFailure(isGone ? 'gone' : 'refused', `its server answered ${status}`);
}

/** Whoever gets a cookie may see another page than others: nothing of it is shared. */
function keepOf({ headers }: GuardedReply): PageKeep {
  const control = (one(headers['cache-control']) ?? '').toLowerCase();
  const maxAge = /(?:^|[,\s])max-age\s*=\s*"?(\d{1,9})/.exec(control)?.[1];
  const maxAgeSeconds = maxAge === undefined ? null : Number(maxAge);
  if (/\bno-(store|cache)\b/.test(control)) return { sharing: 'none', maxAgeSeconds };
  const isOwn = headers['set-cookie'] !== undefined || /\bprivate\b/.test(control);
  const varies = /\*|\b(cookie|authorization)\b/i.test(one(headers.vary) ?? '');
  return { sharing: isOwn || varies ? 'account' : 'all', maxAgeSeconds };
}

function stricter(a: PageKeep, b: PageKeep): PageKeep {
  const order = ['all', 'account', 'none'] as const;
  const ages = [a.maxAgeSeconds, b.maxAgeSeconds].filter((age) => age !== null);
  return {
    sharing: order[Math.max(order.indexOf(a.sharing), order.indexOf(b.sharing))] ?? 'none',
    maxAgeSeconds: ages.length === 0 ? null : Math.min(...ages),
  };
}

/** A header that may have been sent several times, as one text. */
function one(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

function forbidden() {
  return invalidField(['url'], 'The site does not allow this page to be read by programs (robots.txt)');
}

function tooSlow(cause: unknown): PageFailure {
  return pageFailure('too_slow', `its server gave no complete answer within ${WHOLE_MS / 1_000} seconds`, cause);
}
