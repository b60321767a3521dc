/** What pages get of searches, and of an account's own documents. */

/** A document in lists. */
export type ListedDocument = {
  id: string;
  kind: 'page' | 'file';
  /** The address of the page, or the name of the file. */
  name: string;
  title: string;
  url: string;
  /** ISO 8601. */
  addedAt: string;
};

/** The answer to `GET /api/console/documents`: the newest first. */
export type DocumentList = { object: 'list'; data: ListedDocument[]; max: number };

/** Which engine searches for each value of `search_provider`, as the service file names it: `index` is the local one. */
export type SearchEngines = Record<'brave' | 'google', 'index' | 'searxng' | 'brave' | 'wikipedia'>;
