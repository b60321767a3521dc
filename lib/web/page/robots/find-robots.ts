import { MINUTE_MS } from '../../../core/time';
import { isFetchFailure } from '../../../platform/network/fetch-failure';
import type { GuardedFetch } from '../../../platform/network/guarded-fetch';
import { processState } from '../../../platform/process-state';
import { ACCEPTED_ENCODINGS, decompress } from '../decompress';
import { type Flights, makeFlights } from '../flights';
import { isPageFailure, type PageFailure, pageFailure } from '../page-failure';
import { makeRecent, type Recent } from '../recent';
import { parseRobots, type RobotsRule } from './parse-robots';

/** The name of this service's reader, in `robots.txt` and in `User-Agent`. */
export const READER = 'farebox';

/** Readers must take at least 500 KiB (RFC 9309 2.5). */
const MAX_BYTES = 512_000;
const WHOLE_MS = 6_000;
const MAX_REDIRECTS = 5;
/** A day at most (RFC 9309 2.4). */
const TTL_MS = 60 * MINUTE_MS;
/** How long a file that cannot be read is not asked for again. */
const FAILURE_TTL_MS = MINUTE_MS;
const FAILURE_BYTES = 2_000;
const CACHE_BYTES = 10_000_000;

type Rules = readonly RobotsRule[];

/**
 * The rules of a site for this service, from its `robots.txt`. A site without the file allows everything (RFC 9309
 * 2.3.1.3), one whose file cannot be read allows nothing (2.3.1.4). Kept for an hour, a failure for a minute, for all
 * accounts: nothing about a caller is sent. Callers at the same time share one request.
 * @throws PageFailure if the file exists and cannot be read; the signal's reason when aborted
 */
export async function findRobots(site: URL, get: GuardedFetch, signal: AbortSignal): Promise<Rules> {
  const found = cache().get(site.origin) ?? (await findOnce(site, get, signal));
  if (isPageFailure(found)) throw found;
  return found;
}

function findOnce(site: URL, get: GuardedFetch, signal: AbortSignal): Promise<Rules | PageFailure> {
  const begin = async (until: AbortSignal): Promise<Rules | PageFailure> => {
    const found = await fetchRobots(site, get, until).catch((thrown: unknown) => {
      if (isPageFailure(thrown)) return thrown;
      throw thrown;
    });
    const keep = isPageFailure(found)
      ? { bytes: FAILURE_BYTES, ttlMs: FAILURE_TTL_MS }
      : { bytes: found.reduce((sum, { pattern }) => sum + pattern.length * 2 + 100, 0), ttlMs: TTL_MS };
    cache().set(site.origin, found, keep);
    return found;
  };
  return flights().join(site.origin, begin, signal);
}

async function fetchRobots(site: URL, get: GuardedFetch, signal: AbortSignal): Promise<Rules> {
  const order = {
    url: new URL('/robots.txt', site.origin).href,
    headers: { 'user-agent': READER, accept: 'text/plain', 'accept-encoding': ACCEPTED_ENCODINGS },
    maxBytes: MAX_BYTES,
    maxRedirects: MAX_REDIRECTS,
    wholeMs: WHOLE_MS,
    signal,
  };
  const reply = await get(order).catch((thrown: unknown) => {
    signal.throwIfAborted();
    // Behind addresses that may not be read there is no file for us; whether the page may be read is checked again.
    if (isFetchFailure(thrown) && thrown.kind === 'refused') return null;
    if (isFetchFailure(thrown) && thrown.kind === 'connect') {
      throw pageFailure('unreachable', 'its server could not be reached', thrown);
    }
    throw pageFailure('refused', 'the robots.txt of its site could not be read', thrown);
  });
  if (reply === null || (reply.status >= 400 && reply.status < 500)) return [];
  if (reply.status < 200 || reply.status > 299) {
    throw pageFailure('refused', `the robots.txt of its site could not be read: its server answered ${reply.status}`);
  }
  const encoding = reply.headers['content-encoding'];
  const bytes = await decompress(reply.body, typeof encoding === 'string' ? encoding : null, MAX_BYTES).catch(
    (thrown: unknown) => {
      throw pageFailure('refused', 'the robots.txt of its site could not be read', thrown);
    },
  );
  return parseRobots(new TextDecoder().decode(bytes), READER);
}

function cache(): Recent<Rules | PageFailure> {
  return processState('web.page.robots', () => makeRecent<Rules | PageFailure>(CACHE_BYTES));
}

function flights(): Flights<Rules | PageFailure> {
  return processState('web.page.robots-flights', () => makeFlights<Rules | PageFailure>());
}
