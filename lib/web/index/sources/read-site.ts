import { setTimeout as sleep } from 'node:timers/promises';
import { isApiError } from '../../../core/errors';
import { isPageFailure } from '../../page/page-failure';
import { readPage } from '../../page/read-page';
import type { FoundDocument } from './fill-source';

/** Between two pages of a site, so that indexing it is no load for it. */
const PAUSE_MS = 100;
/** Pages that are named by links and not read yet. */
const MAX_WAITING = 20_000;
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
  for (let count = 0; count < maxPages; count += 1) {
    const url = waiting.shift();
    if (url === undefined) return;
    if (count > 0) await sleep(PAUSE_MS, undefined, { signal });
    const page = await readOne(url, signal);
    if ('failure' in page) {
      yield page;
      continue;
    }
    // A redirect may lead to a page that is known, or away from the site.
    if (new URL(page.url).origin !== origin || (page.url !== url && known.has(page.url))) continue;
    known.add(page.url);
    yield page;
    for (const link of linksOf(page.markdown, page.url)) {
      if (!link.startsWith(`${origin}/`) || known.has(link) || waiting.length >= MAX_WAITING) continue;
      known.add(link);
      waiting.push(link);
    }
  }
}

type Read = Exclude<FoundDocument, { failure: string }>;

async function readOne(url: string, signal: AbortSignal): Promise<Read | { url: string; failure: string }> {
  try {
    const { title, markdown, date, url: address } = await readPage(url, { accountId: ACCOUNT, signal });
    return { url: address, title: title === '' ? address : title, markdown, date };
  } catch (thrown) {
    if (signal.aborted || !(isApiError(thrown) || isPageFailure(thrown))) throw thrown;
    return { url, failure: thrown.message };
  }
}

/** The pages that a page links to, without fragments. */
function linksOf(markdown: string, base: string): string[] {
  const links: string[] = [];
  for (const [, href = ''] of markdown.matchAll(/\]\(<?([^()\s<>]{1,2000})>?(?:\s+"[^"]*")?\)/g)) {
    if (!URL.canParse(href, base)) continue;
    const url = withoutFragment(new URL(href, base).href);
    if (!NO_PAGE.test(new URL(url).pathname)) links.push(url);
  }
  return links;
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}
