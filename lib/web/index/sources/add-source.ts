import { log } from '../../../platform/log';
import { fillVectors } from '../vectors/fill-vectors';
import { fillSource, type SourceReport } from './fill-source';
import { readFolder } from './read-folder';
import { readPages, readSite } from './read-site';

/** A site or a folder of the operator's. */
export type OperatorSource = {
  /** The address of a page (http or https), or the absolute path of a folder. */
  target: string;
  /** For a folder: under which address it is published. */
  baseUrl: string;
  /** For a site: how many of its pages are read at most. */
  maxPages: number;
};

/** Whether a source is a site: else it is a folder. */
export function isSite(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

/**
 * Adds a site or a folder to the index, for everybody's searches; one that is there is read again, and only what has
 * changed is indexed again. Vectors are made afterward, in the background.
 * @param source one with an ID is in the index, and is not added if it was removed
 * @throws Error if the folder cannot be read; the signal's reason when aborted
 */
export async function addSource(
  source: OperatorSource & { id?: string },
  signal: AbortSignal = new AbortController().signal,
): Promise<SourceReport> {
  const { target, baseUrl, maxPages } = source;
  const isOfSite = isSite(target);
  const documents = isOfSite ? readSite(target, maxPages, signal) : readFolder(target, baseUrl, signal);
  const askAgain = (urls: readonly string[]) => readPages(urls.slice(0, maxPages), signal);
  const newSource = { ...source, kind: isOfSite ? 'site' : 'folder', ownerId: null } as const;
  const report = await fillSource(newSource, documents, isOfSite ? askAgain : undefined);
  void fillVectors(signal).catch((error: unknown) => log.warn({ err: error }, 'vectors of the index are missing'));
  return report;
}
