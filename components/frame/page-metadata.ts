/**
 * Request headers in which `proxy.ts` gives the pages what they must not read themselves (settings) or cannot know
 * (the nonce of this answer, the path of this request). The proxy overwrites whatever a caller sent under these names.
 */
export const PAGE_METADATA = {
  nonce: 'x-page-nonce',
  serviceId: 'x-page-service-id',
  publicOrigin: 'x-page-origin',
  path: 'x-page-path',
} as const;

/**
 * Where a sign-in leads: a path of this site, never another site.
 * @param wanted the `next` of the query
 * @returns `/chat` where it is missing or leads elsewhere
 */
export function safeNext(wanted: string | null | undefined): string {
  // A browser reads "//host" and "/\host" as another site, and drops tabs and line feeds first.
  return wanted && /^\/(?![/\\])[^\t\r\n\\]*$/.test(wanted) ? wanted : '/chat';
}
