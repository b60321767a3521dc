import { processState } from '../platform/process-state';
import type { WebResult } from './web-result';

/**
 * A search of the web. `query` has at most 400 characters, `limit` is 1…20; `ownerId`: whose own documents it may find,
 * null for nobody's.
 */
export type SearchOrder = { query: string; limit: number; accountId: string; ownerId: string | null };

/** A page as it was read. `url` is the one after redirects; `date` is empty if it is unknown. */
export type WebPage = { url: string; title: string; markdown: string; date: string };

/** How this process reaches the web; an absent member is not available. Both end when the signal is aborted. */
export type WebAccess = {
  /** @throws if no engine answered */
  search?: (order: SearchOrder, signal: AbortSignal) => Promise<WebResult[]>;
  /** @throws if the address may not be read, or nothing on the page can be read */
  readPage?: (url: string, caller: { accountId: string; signal: AbortSignal }) => Promise<WebPage>;
};

const holder = () => processState<{ access: WebAccess }>('web.access', () => ({ access: {} }));

/** Makes search and reading available to requests, or not. Called at startup, before the catalog is built. */
export function installWebAccess(access: WebAccess): void {
  holder().access = access;
}

/** What is available now; nothing until `installWebAccess`. */
export function webAccess(): WebAccess {
  return holder().access;
}
