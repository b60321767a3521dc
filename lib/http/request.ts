/**
 * What the pipeline reads of a request. A web `Request` satisfies it; so does the production server's own object, which
 * creates each part only when it is read.
 */
export type ApiRequest = {
  readonly method: string;
  /** Absolute and normalized, e.g. `http://localhost/api/v1/models?type=all`. */
  readonly url: string;
  readonly headers: ApiHeaders;
};

/** Request headers: names in lower case, repeated ones joined by `, `. */
export type ApiHeaders = {
  get(name: string): string | null;
  has(name: string): boolean;
};

/** Path of a request without its query and trailing slash. */
export function pathOf({ url }: Pick<ApiRequest, 'url'>): string {
  // The URL is already normalized, so it can be cut without parsing.
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const query = url.indexOf('?', start);
  const path = url.slice(start, query === -1 ? undefined : query);
  return path.length > 1 && path.endsWith('/') ? path.replace(/\/+$/, '') : path;
}
