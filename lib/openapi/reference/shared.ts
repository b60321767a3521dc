import type { RouteTable } from '../../http/route-table';
import { settings } from '../../platform/env';
import { processState } from '../../platform/process-state';
import type { DocsPage, Reference } from '../contract';
import { makeDocument } from '../document';
import { makeReference } from './make-reference';

type FindReference = () => Promise<Reference>;

/**
 * Sets which routes this process describes: called by `instrumentation.ts` when Next starts, in the page renderer too. The
 * first call counts. The routes are loaded with the first page of the reference.
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
 * The API reference of this process, made at its first use, once for each name and address of the service.
 * @throws Error where nobody has said which routes there are
 */
export function findReference(): Promise<Reference> {
  const find = processState<FindReference>('openapi.reference', () => () => {
    throw new Error('Nobody has said which routes the API reference tells of.');
  });
  return find();
}

/** A page by its slug, `''` for the first one. */
export async function findDocsPage(slug: string): Promise<DocsPage | undefined> {
  return (await findReference()).pages.find((page) => page.slug === slug);
}
