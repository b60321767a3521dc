import { z } from 'zod';
import { ApiError } from '../../core/errors';
import { addSource, isSite } from '../../web/index/sources/add-source';
import type { SourceReport } from '../../web/index/sources/fill-source';
import { type ListedSource, listSources } from '../../web/index/sources/list-sources';
import { removeSource } from '../../web/index/sources/remove-source';

const MAX_PAGES = 5_000;
const DEFAULT_PAGES = 200;
const MAX_CHARACTERS = 2_000;

const Target = z.string().min(1).max(MAX_CHARACTERS);

/** A site, or a folder as seen by the process that reads it. */
export const AddSourceCommand = z
  .object({
    target: Target.refine((text) => (isSite(text) ? URL.canParse(text) : /^(\/|[A-Za-z]:[\\/])[^\0]+$/.test(text)), {
      error: 'Must be an http or https address, or an absolute path',
    }),
    url: z
      .string()
      .max(MAX_CHARACTERS)
      .refine((text) => isSite(text) && URL.canParse(text), { error: 'Must be an http or https address' })
      .optional(),
    pages: z.coerce.number().int().min(1).max(MAX_PAGES).default(DEFAULT_PAGES),
  })
  .refine(({ target, url }) => isSite(target) !== (url !== undefined), {
    path: ['url'],
    error: 'A folder needs the address under which its files are published, and a site takes none',
  });

/** The target of a source, as `index list` shows it. */
export const RemoveSourceCommand = z.object({ target: Target });

/** `index add`: reads a site or a folder, or reads it again. */
export function addToIndex({ target, url, pages }: z.output<typeof AddSourceCommand>): Promise<SourceReport> {
  const address = isSite(target) ? new URL(target).href : target;
  return addSource({ target: address, baseUrl: url === undefined ? '' : withSlash(url), maxPages: pages });
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
