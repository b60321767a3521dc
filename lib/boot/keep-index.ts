import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/time';
import { toMarkdown } from '../openapi/markdown-page';
import { findReference } from '../openapi/reference/shared';
import { log } from '../platform/log';
import { localEmbedder } from '../providers/local/embedder';
import { installEmbedder } from '../web/index/embedder';
import { fillSource, type FoundDocument, type SourceReport } from '../web/index/sources/fill-source';
import { rereadSources } from '../web/index/sources/reread-sources';
import { fillVectors } from '../web/index/vectors/fill-vectors';
import { every } from './every';

/** After startup, which it should not delay. */
const START_MS = 10 * SECOND_MS;
const DOCUMENTATION = { kind: 'documentation', target: 'documentation', ownerId: null } as const;

/**
 * Keeps the search index in the background: our own documentation, so that a search on a fresh installation finds
 * something; the operator's sites and folders, read again every day; and vectors, once there is an embedder.
 * @returns a function that stops it
 */
export function keepIndex(signal: AbortSignal): () => void {
  installEmbedder(localEmbedder);
  const timer = setTimeout(() => void start(signal), START_MS).unref();
  const stops = [
    every(HOUR_MS, () => rereadSources(signal), 'the sources of the search index could not be read again'),
    every(MINUTE_MS, async () => void (await fillVectors(signal)), 'vectors of the search index could not be made'),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/**
 * Indexes the pages of the API reference; those that have not changed stay as they are.
 * @throws the signal's reason when aborted
 */
export async function indexDocumentation(signal?: AbortSignal): Promise<SourceReport> {
  return fillSource(DOCUMENTATION, documentation(signal));
}

async function start(signal: AbortSignal): Promise<void> {
  try {
    await indexDocumentation(signal);
    await fillVectors(signal);
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the documentation could not be indexed');
  }
}

async function* documentation(signal?: AbortSignal): AsyncGenerator<FoundDocument, void> {
  const { pages, origin } = await findReference();
  for (const page of pages) {
    signal?.throwIfAborted();
    const url = page.slug === '' ? `${origin}/docs` : `${origin}/docs/${page.slug}`;
    yield { url, title: page.title.replaceAll('`', ''), markdown: toMarkdown(page, origin), date: '' };
  }
}
