import { extractText } from '../../media/extract-text';
import { fileKind } from '../../media/files/file-kind';
import type { ChildPlan } from '../../platform/child/child-process';
import { runInChild } from '../../platform/child/pool';
import type { PageAnswer, PageJob, PageKind, PageText } from './child/jobs';
import type { FetchedPage } from './fetch-page';
import { pageFailure } from './page-failure';

/** The longest text of a page; the rest is left out, and a note at its end says so. */
const MAX_MARKDOWN_CHARACTERS = 200_000;

const CUT_NOTE = '[The rest of the page is left out: it is too long.]';

/** An honest page of 5 MB takes two seconds; a longer limit would only help those who block the readers for others. */
const PLAN: ChildPlan = {
  name: 'page',
  jobMs: 10_000,
  heapMegabytes: 512,
  maxResidentMegabytes: 900,
  sharing: { busyMessage: 'Too many pages are being read. Try again later.' },
};

/** Types that no reader makes text of, whatever their bytes are. */
const MEDIA_TYPE = /^(image|audio|video|font|model)\//;

/**
 * Makes Markdown of a page, in a separate process: HTML, text, Markdown, JSON, and XML, and the documents that
 * `extractText` reads. What it is decided by its first bytes, then by its declared type.
 * @throws PageFailure; ApiError MODEL_AT_CAPACITY if too many pages wait, RATE_LIMIT_EXCEEDED if the account has used
 *   its time; the signal's reason when aborted
 */
export async function convertPage(page: FetchedPage, account: string, signal: AbortSignal): Promise<PageText> {
  const { bytes, type, charset, url } = page;
  if (type !== null && MEDIA_TYPE.test(type)) throw unsupported();
  if (bytes.byteLength === 0) throw empty();
  const name = new URL(url).pathname.split('/').at(-1) ?? null;
  const kind = fileKind({ bytes, type, name });
  if (kind !== 'html' && kind !== 'plain') return readDocument(page, name, { account, signal });
  const job: PageJob = {
    bytes,
    kind: kind === 'html' ? 'html' : textKind(type),
    charset,
    url,
    maxCharacters: MAX_MARKDOWN_CHARACTERS,
  };
  const outcome = await runInChild<PageJob, PageAnswer>(PLAN, job, { account, signal });
  if ('lost' in outcome) throw pageFailure('too_large', 'it is too large or too complex to be read');
  if (!('problem' in outcome.answer)) return withNote(outcome.answer);
  switch (outcome.answer.problem) {
    case 'empty':
      throw empty(outcome.answer.links);
    case 'sign_in':
      throw Object.assign(pageFailure('sign_in', 'it asks for a sign-in'), { links: outcome.answer.links });
    case 'unclear_encoding':
      throw pageFailure('unsupported', 'it does not declare the encoding of its text, which is not recognized');
    case 'unsupported':
      throw unsupported();
  }
}

async function readDocument(
  { bytes, type }: FetchedPage,
  name: string | null,
  caller: { account: string; signal: AbortSignal },
): Promise<PageText> {
  const read = await extractText({ bytes, type, name }, { ...caller, maxCharacters: MAX_MARKDOWN_CHARACTERS });
  if ('text' in read) return { title: '', markdown: read.text, date: '', isCut: read.isCut, links: [] };
  throw pageFailure(read.problem === 'empty' ? 'empty' : 'unsupported', read.failure);
}

function textKind(type: string | null): Exclude<PageKind, 'html'> {
  if (/^application\/(.+\+)?json$|^text\/json$/.test(type ?? '')) return 'json';
  return /^(application|text)\/(.+\+)?xml$/.test(type ?? '') ? 'xml' : 'text';
}

function withNote(page: PageText): PageText {
  return page.isCut ? { ...page, markdown: `${page.markdown}\n\n${CUT_NOTE}` } : page;
}

function empty(links: readonly string[] = []) {
  return Object.assign(pageFailure('empty', 'there is no text on it'), { links });
}

function unsupported() {
  return pageFailure('unsupported', 'it is neither text nor a document that can be read');
}
