/**
 * Request headers in which `proxy.ts` passes pages what they must not read themselves (settings) or cannot know (the
 * response's nonce, the request's path). The proxy overwrites any values sent by a client.
 */
export const PAGE_METADATA = {
  nonce: 'x-page-nonce',
  serviceId: 'x-page-service-id',
  publicOrigin: 'x-page-origin',
  path: 'x-page-path',
  /** `enforced` if models are refused outside their regions. */
  regions: 'x-page-regions',
  /** `test` if the installation's money is test money. */
  money: 'x-page-money',
} as const;

/**
 * Where to go after signing in: a path of this site, never another site.
 * @param wanted the query's `next`
 * @returns `/chat` if it is missing or leads elsewhere
 */
export function safeNext(wanted: string | null | undefined): string {
  // Browsers treat "//host" and "/\host" as another site, and drop tabs and line feeds first.
  return wanted && /^\/(?![/\\])[^\t\r\n\\]*$/.test(wanted) ? wanted : '/chat';
}
