import type { WebResult } from '../web-result';

/**
 * A search: its text (1 to 400 characters), how many results are wanted, for whom, and whose own documents it may find
 * besides everybody's (null for nobody's).
 */
export type SearchQuery = {
  text: string;
  limit: number;
  accountId: string;
  ownerId: string | null;
  /** Called if an engine that ranks by vectors could not, so that only words counted. */
  onWordsOnly?: () => void;
};

/** What can search: an engine of others, or the local index. */
export type SearchEngine = {
  /** As the service file names it. */
  name: 'index' | 'searxng' | 'brave' | 'wikipedia';
  /** What becomes of a query, for the operator who chooses an engine: a sentence. */
  keeps: string;
  /**
   * Searches. The results may have HTML and bad addresses: `cleanResults` has to follow.
   * @throws ApiError MODEL_OFFLINE (503) if the engine does not answer or is busy, INFERENCE_FAILED (500) for an answer
   *   that is no result; neither has the query, in no part
   */
  search(query: SearchQuery, signal?: AbortSignal): Promise<WebResult[]>;
};
