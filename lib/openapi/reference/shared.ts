import type { RouteTable } from '../../http/route-table';
import { settings } from '../../platform/env';
import { processState } from '../../platform/process-state';
import type { DocsPage, Reference } from '../contract';
import { makeDocument } from '../document';
import { makeReference } from './make-reference';

type FindReference = () => Promise<Reference>;

/**
 * Sets the routes that this process describes: called by `instrumentation.ts` when Next starts, in the page renderer
 * too. Only the first call has an effect. The routes are loaded with the first page of the reference.
 */
export function describeRoutes(load: () => Promise<RouteTable>): void {
  processState<FindReference>('openapi.reference', () => {
    const made = new Map<string, Promise<Reference>>();
    return () => {
      const { serviceId, publicOrigin } = settings();
      const key = `${serviceId} ${publicOrigin}`;
      const found = made.get(key) ?? load().then((routes) => makeReference(makeDocument(routes), serviceId));
      made.set(key, found);
      return found;
    };
  });
}

/**
 * The API reference of this process, built at its first use, once for each name and address of the service.
 * @throws Error if the routes have not been set
 */
export function findReference(): Promise<Reference> {
  const find = processState<FindReference>('openapi.reference', () => () => {
    throw new Error('The routes of the API reference have not been set.');
  });
  return find();
}

/** A page by its slug, `''` for the first one. */
export async function findDocsPage(slug: string): Promise<DocsPage | undefined> {
  return (await findReference()).pages.find((page) => page.slug === slug);
}
