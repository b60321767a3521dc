import { log } from '../../platform/log';
import { withTimeLimit } from '../../platform/with-time-limit';
import type { WebAccess, WebPage } from '../access';
import type { WebResult } from '../web-result';

/** How many results of a search become sources. */
const SEARCH_RESULTS = 6;
/** An answer waits no longer for its sources; it goes on without them. */
const SEARCH_MS = 15_000;
const READ_MS = 30_000;

/** What a request asks of the web: to read addresses of its last message, or to search. */
export type WebQuestion = { kind: 'read'; addresses: readonly string[] } | { kind: 'search'; query: string };

/** What was found, and how much of it is billed: a search that answered, each address that was read. */
export type FoundSources = { results: WebResult[]; usage: { search?: number; scrape?: number } };

/**
 * Searches, or reads addresses, for a request: the pages in the order of their addresses. Failures are no errors: the
 * request goes on without sources.
 * @param caller `ownerId`: whose own documents a search may find, null for nobody's
 * @returns null if the search failed, or no address could be read: then nothing is billed
 * @throws the signal's reason if the caller left
 */
export async function findSources(
  question: WebQuestion,
  access: WebAccess,
  { accountId, ownerId, signal }: { accountId: string; ownerId: string | null; signal: AbortSignal },
): Promise<FoundSources | null> {
  const { search, readPage } = access;
  const isSearch = question.kind === 'search';
  const limited = withTimeLimit(signal, isSearch ? SEARCH_MS : READ_MS);
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await untilAborted(work, limited);
    } catch (error) {
      signal.throwIfAborted();
      // Neither query nor address: both are the caller's own words.
      log.warn(
        { reason: reasonOf(error) },
        isSearch ? 'a search for a request failed' : 'a page of a chat was not read',
      );
      return null;
    }
  };
  if (question.kind === 'search') {
    if (!search) return null;
    const { query } = question;
    const results = await attempt(() => search({ query, limit: SEARCH_RESULTS, accountId, ownerId }, limited));
    return results && { results: results.slice(0, SEARCH_RESULTS), usage: { search: 1 } };
  }
  if (!readPage) return null;
  const pages = await Promise.all(
    question.addresses.map((address) => attempt(() => readPage(address, { accountId, signal: limited }))),
  );
  const results = pages.flatMap((page) => (page === null ? [] : [toResult(page)]));
  return results.length === 0 ? null : { results, usage: { scrape: results.length } };
}

function toResult({ url, title, markdown, date }: WebPage): WebResult {
  return { title, url, content: markdown, date };
}

/** The result of work that may not notice that it was aborted. */
async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** What kind of failure it was, without its message. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'name' in error && typeof error.name === 'string' ? error.name : 'unknown';
}
