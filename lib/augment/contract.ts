/** What pages get of an account's own documents. */

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
