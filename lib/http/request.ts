/**
 * What the pipeline reads of a request. A web `Request` is one; so is the production door's own, which makes no
 * objects that nobody asks for.
 */
export type ApiRequest = {
  readonly method: string;
  /** Absolute and normalised, e.g. `http://localhost/api/v1/models?type=all`. */
  readonly url: string;
  readonly headers: ApiHeaders;
};

/** Headers as they are read: names in lower case, repeated ones joined by `, `. */
export type ApiHeaders = {
  get(name: string): string | null;
  has(name: string): boolean;
};

/** Path of a request without its query and trailing slash. */
export function pathOf({ url }: Pick<ApiRequest, 'url'>): string {
  // An address that is normalised already need not be parsed to be cut.
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const query = url.indexOf('?', start);
  const path = url.slice(start, query === -1 ? undefined : query);
  return path.length > 1 && path.endsWith('/') ? path.replace(/\/+$/, '') : path;
}
