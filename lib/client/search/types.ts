/** The values of `search_provider` (docs/api-rules.md). The operator decides which engine answers each of them. */
export const ENGINES = ['brave', 'google'] as const;
export type Engine = (typeof ENGINES)[number];

/** What is searched for, and with which engine. */
export type Asked = { query: string; engine: Engine };

/** A page that was found. All members are text from elsewhere: check `url` before making it a link. */
export type SearchResult = {
  title: string;
  url: string;
  /** The part that answers the query; may contain tags of emphasis. */
  content: string;
  /** When it was published, ISO 8601; empty if unknown. */
  date: string;
};

/**
 * What a request cost: its charge, `pending` while the ledger has not posted it, `free` if it never will. Absent until
 * the ledger was asked.
 */
export type Cost = { amount: string; currency: 'USD' | 'DIEM' } | 'pending' | 'free';

/** The request behind something that was paid for. */
export type Paid = {
  /** The `cf-ray` header; null if there was none. */
  requestId: string | null;
  tookMs: number;
  /** When the answer arrived, in Unix milliseconds. */
  at: number;
  cost?: Cost;
};

/** The answer to a search. */
export type SearchAnswer = Asked & { results: SearchResult[]; paid: Paid };

/** A page that was read, as Markdown. */
export type ReadPage = { url: string; content: string; paid: Paid };

/** An entry of the history. `found` is the number of results. */
export type PastSearch = Asked & { at: number; found: number };
