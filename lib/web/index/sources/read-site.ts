import { setTimeout as sleep } from 'node:timers/promises';
import { isApiError } from '../../../core/errors';
import { isPageFailure, type PageFailureKind } from '../../page/page-failure';
import { readPage } from '../../page/read-page';
import type { FailedDocument, FoundDocument } from './fill-source';

/** Between two pages of a site, so that indexing it is no load for it. */
const PAUSE_MS = 100;
/** Pages that are named by links and not read yet. */
const MAX_WAITING = 20_000;
/** Known pages are not asked for any further once as many have failed for now: the site may be down. */
const MAX_PASSING = 10;
/** The pages are read for the operator, who is no account. */
const ACCOUNT = 'search-index';
/** Links to these lead to no text. */
const NO_PAGE =
  /\.(png|jpe?g|gif|svg|webp|avif|ico|css|js|mjs|json|xml|zip|t?gz|mp[34]|webm|ogg|wav|woff2?|exe|dmg|iso)$/i;

/**
 * The pages of a site, from one on along its links, breadth first: those with the same scheme, host, and port.
 * @param maxPages how many are read at most, including those that cannot be read
 */
export async function* readSite(
  start: string,
  maxPages: number,
  signal: AbortSignal,
): AsyncGenerator<FoundDocument, void> {
  const { origin } = new URL(start);
  const known = new Set([withoutFragment(start)]);
  const waiting = [...known];
  const follow = (links: readonly string[]): void => {
    for (const link of links) {
      if (!link.startsWith(`${origin}/`) || known.has(link) || waiting.length >= MAX_WAITING) continue;
      known.add(link);
      waiting.push(link);
    }
  };
  for (let count = 0; count < maxPages; count += 1) {
    const url = waiting.shift();
    if (url === undefined) return;
    if (count > 0) await sleep(PAUSE_MS, undefined, { signal });
    const read = await readOne(url, signal);
    if ('failure' in read) {
      const { links, ...failed } = read;
      yield failed;
      follow(pagesOf(links, url));
      continue;
    }
    const { links, ...page } = read;
    // A redirect may lead to a page that is known, or away from the site.
    if (new URL(page.url).origin !== origin || (page.url !== url && known.has(page.url))) continue;
    known.add(page.url);
    yield page;
    follow(pagesOf([...links, ...linksOf(page.markdown)], page.url));
  }
}

/**
 * Pages of a site that no link led to this time, each by its own address. One that redirects to another page is gone.
 * Ends early if too many fail for now.
 */
export async function* readPages(urls: readonly string[], signal: AbortSignal): AsyncGenerator<FoundDocument, void> {
  let passing = 0;
  for (const url of urls) {
    if (passing >= MAX_PASSING) return;
    await sleep(PAUSE_MS, undefined, { signal });
    const read = await readOne(url, signal);
    if ('outcome' in read && read.outcome === 'passing') passing += 1;
    yield read.url === url ? read : { url, failure: 'it redirects to another page', outcome: 'gone' };
  }
}

type Read = FoundDocument & { links: readonly string[] };

async function readOne(url: string, signal: AbortSignal): Promise<Read> {
  try {
    const { title, markdown, date, links, url: address } = await readPage(url, { accountId: ACCOUNT, signal });
    return { url: address, title: title === '' ? address : title, markdown, date, links };
  } catch (thrown) {
    if (signal.aborted || !(isApiError(thrown) || isPageFailure(thrown))) throw thrown;
    const links = isPageFailure(thrown) ? (thrown.links ?? []) : [];
    return { url, failure: thrown.message, outcome: outcomeOf(thrown), links };
  }
}

/** What a page is, rather than what it is for now. */
const FINAL: ReadonlySet<PageFailureKind> = new Set(['elsewhere', 'unsupported', 'too_large', 'empty', 'sign_in']);
const CLOSED: ReadonlySet<number> = new Set([401, 403, 407]);

function outcomeOf(thrown: unknown): FailedDocument['outcome'] {
  if (!isPageFailure(thrown)) return isApiError(thrown) && thrown.code === 'INVALID_REQUEST' ? 'final' : 'passing';
  const { kind, status } = thrown;
  if (kind === 'gone') return 'gone';
  return FINAL.has(kind) || (status !== undefined && CLOSED.has(status)) ? 'final' : 'passing';
}

/** The links of Markdown: a page may have been Markdown from the start. */
function linksOf(markdown: string): string[] {
  const links = markdown.matchAll(/\]\(<?([^()\s<>]{1,2000})>?(?:\s+"[^"]*")?\)/g);
  return [...links].map(([, href = '']) => href);
}

/** What may be pages of these links, without fragments. */
function pagesOf(links: readonly string[], base: string): string[] {
  return links
    .filter((href) => URL.canParse(href, base))
    .map((href) => withoutFragment(new URL(href, base).href))
    .filter((url) => !NO_PAGE.test(new URL(url).pathname));
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}
