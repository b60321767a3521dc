import { z } from 'zod';
import { ApiError } from '../../core/errors';
import { addSource, isSite } from '../../web/index/sources/add-source';
import type { SourceReport } from '../../web/index/sources/fill-source';
import { type ListedSource, listSources } from '../../web/index/sources/list-sources';
import { forgetRemoval, removeSource } from '../../web/index/sources/remove-source';

const MAX_PAGES = 5_000;
const DEFAULT_PAGES = 200;
const MAX_CHARACTERS = 2_000;

/** Our own documentation, which every start indexes unless it was removed. */
const DOCUMENTATION = 'documentation';
const Target = z.string().min(1).max(MAX_CHARACTERS);

/** A site, or a folder as seen by the process that reads it. */
export const AddSourceCommand = z
  .object({
    target: Target.refine((text) => isTarget(text), {
      error: 'Must be an http or https address, an absolute path, or “documentation”',
    }),
    url: z
      .string()
      .max(MAX_CHARACTERS)
      .refine((text) => isSite(text) && URL.canParse(text), { error: 'Must be an http or https address' })
      .optional(),
    pages: z.coerce.number().int().min(1).max(MAX_PAGES).default(DEFAULT_PAGES),
  })
  .refine(({ target, url }) => isFolder(target) === (url !== undefined), {
    path: ['url'],
    error: 'A folder needs the address under which its files are published, and others take none',
  });

function isFolder(target: string): boolean {
  return !isSite(target) && target !== DOCUMENTATION;
}

function isTarget(text: string): boolean {
  if (isSite(text)) return URL.canParse(text);
  return text === DOCUMENTATION || /^(\/|[A-Za-z]:[\\/])[^\0]+$/.test(text);
}

/** The target of a source, as `index list` shows it. */
export const RemoveSourceCommand = z.object({ target: Target });

/** What `index add` answers: a report, or null for our documentation, which the next start indexes. */
export type Added = { report: SourceReport | null };

/** `index add`: reads a site or a folder, or reads it again. */
export async function addToIndex({ target, url, pages }: z.output<typeof AddSourceCommand>): Promise<Added> {
  if (target === DOCUMENTATION) {
    await forgetRemoval();
    return { report: null };
  }
  const address = isSite(target) ? new URL(target).href : target;
  const baseUrl = url === undefined ? '' : withSlash(url);
  return { report: await addSource({ target: address, baseUrl, maxPages: pages }) };
}

/** What `index list` answers. */
export type SourceList = { sources: (Omit<ListedSource, 'readAt'> & { readAt: string })[] };

/** `index list`: the operator's sources. */
export async function listIndex(): Promise<SourceList> {
  const sources = await listSources(null);
  return { sources: sources.map(({ readAt, ...source }) => ({ ...source, readAt: readAt.toISOString() })) };
}

/** `index remove`. @throws ApiError NOT_FOUND for what is no source */
export async function removeFromIndex({
  target,
}: z.output<typeof RemoveSourceCommand>): Promise<{ target: string; documents: number }> {
  const address = isSite(target) && URL.canParse(target) ? new URL(target).href : target;
  const documents = await removeSource(address, null);
  if (documents === null) throw new ApiError('NOT_FOUND', `The index has no source ${target}.`);
  return { target: address, documents };
}

/** A folder's files are below its address. */
function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
