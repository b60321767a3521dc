import { invalidField } from '../../core/errors';
import { MINUTE_MS, SECOND_MS } from '../../core/time';
import { checkAddress, readAddress } from '../../media/check-address';
import type { GuardedFetch } from '../../platform/network/guarded-fetch';
import { processState } from '../../platform/process-state';
import { type FairQueue, makeFairQueue } from '../../platform/sharing/fair-queue';
import { convertPage } from './convert-page';
import { type FetchedPage, fetchPage, type PageKeep } from './fetch-page';
import { type Flights, makeFlights } from './flights';
import { fetchFromNetwork, isPrivatePageHost } from './page-network';
import { makeRecent, type Recent } from './recent';

/** A page or a document that was read. */
export type ReadPage = {
  /** Its address after redirects, without a fragment. */
  url: string;
  /** Empty if it has none. */
  title: string;
  /** Its article, or all of a document, with absolute links; at most `MAX_MARKDOWN_CHARACTERS`, and the note of a cut. */
  markdown: string;
  /** When it was published, ISO 8601; empty if unknown. */
  date: string;
  /** Whether its end was left out because it is too long; then the text says so. */
  isCut: boolean;
  /** Where the whole page links to, its menus too: absolute http(s) addresses without fragments; empty if it is no HTML. */
  links: readonly string[];
};

/** A page on its way, and the account whose caller began it. */
type Shared = { fetched: FetchedPage; accountId: string };

/** How long a page is kept, at most. */
const TTL_MS = 5 * MINUTE_MS;
/** All pages that are kept, bytes. */
const CACHE_BYTES = 40_000_000;
/** Pages that are read at a time. Each keeps up to 10 MB. A chat may name five. */
const READS = {
  slots: 32,
  slotsPerAccount: 6,
  lightMs: 30 * SECOND_MS,
  maxWaiting: 500,
  maxWaitMs: 30 * SECOND_MS,
  busyMessage: 'Too many pages are being read.',
};

/**
 * Reads a page at a public http(s) address, as its site allows to (`robots.txt`). It is kept for minutes: for all
 * accounts if its server set no cookie and did not forbid that, otherwise for the account at most.
 * @param get fetches a caller's address; tests use their own network
 * @throws ApiError INVALID_REQUEST for an address that may not be read (no absolute http(s) address, credentials in it,
 *   not public, forbidden by the site), MODEL_AT_CAPACITY if too many pages are being read, RATE_LIMIT_EXCEEDED if the
 *   account has used its time; PageFailure if the page cannot be read; the signal's reason when aborted
 * @see docs/api-rules.md, "Reading pages"
 */
export async function readPage(
  url: string,
  { accountId, signal }: { accountId: string; signal: AbortSignal },
  get: GuardedFetch = fetchFromNetwork,
): Promise<ReadPage> {
  signal.throwIfAborted();
  const address = checkedAddress(url);
  const known = findKept(address, accountId);
  if (known !== undefined) return known;
  const leave = await reads().enter({ account: accountId, signal });
  try {
    // Others may have read it during the wait.
    const keptMeanwhile = findKept(address, accountId);
    if (keptMeanwhile !== undefined) return keptMeanwhile;
    const fetched = await fetchOnce(address, get, { accountId, signal });
    const page: ReadPage = { url: fetched.url, ...(await convertPage(fetched, accountId, signal)) };
    keep(page, address, fetched.keep, accountId);
    return page;
  } finally {
    leave();
  }
}

/**
 * Fetches a page, or waits for one that another caller is fetching. What its server does not let everybody have is fetched
 * for each account, as it is kept for each; what nobody may keep, for each caller. Each makes Markdown of it in its own
 * account's time.
 */
async function fetchOnce(
  address: URL,
  get: GuardedFetch,
  { accountId, signal }: { accountId: string; signal: AbortSignal },
): Promise<FetchedPage> {
  let isOwn = false;
  const begin = async (until: AbortSignal): Promise<Shared> => {
    isOwn = true;
    return { fetched: await fetchPage(address, get, until), accountId };
  };
  const { fetched, accountId: owner } = await flights().join(address.href, begin, signal);
  const { sharing } = fetched.keep;
  const isForUs = isOwn || sharing === 'all' || (sharing === 'account' && owner === accountId);
  return isForUs ? fetched : fetchPage(address, get, signal);
}

/** The address in one spelling, without its fragment. */
function checkedAddress(text: string): URL {
  const medium = { what: 'page', path: ['url'] };
  const written = text.trim();
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written)) {
    throw invalidField(['url'], 'Must be an absolute http or https URL');
  }
  const url = readAddress(written, medium);
  if (!isPrivatePageHost(url)) checkAddress(url.href, medium);
  url.hash = '';
  return url;
}

function findKept(address: URL, accountId: string): ReadPage | undefined {
  return cache().get(keyOf('all', address)) ?? cache().get(keyOf(accountId, address));
}

function keep(page: ReadPage, address: URL, { sharing, maxAgeSeconds }: PageKeep, accountId: string): void {
  if (sharing === 'none') return;
  const key = keyOf(sharing === 'all' ? 'all' : accountId, address);
  const ttlMs = Math.min(TTL_MS, maxAgeSeconds === null ? TTL_MS : maxAgeSeconds * SECOND_MS);
  const characters = [page.markdown, page.title, ...page.links].reduce((sum, { length }) => sum + length, 0);
  cache().set(key, page, { bytes: characters * 2, ttlMs });
}

function keyOf(owner: string, address: URL): string {
  return `${owner} ${address.href}`;
}

function cache(): Recent<ReadPage> {
  return processState('web.page.recent', () => makeRecent<ReadPage>(CACHE_BYTES));
}

function flights(): Flights<Shared> {
  return processState('web.page.flights', () => makeFlights<Shared>());
}

/** The queue of this process: pages are read in turn, shared fairly by account. */
function reads(): FairQueue {
  return processState('web.page.reads', () => makeFairQueue(READS));
}
