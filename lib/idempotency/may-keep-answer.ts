/**
 * Whether the answer to a request may be stored for its repeats: not with the directive `no-store`, with which a client
 * asks that nothing of request and answer is stored (RFC 9111, 5.2.1.5).
 * @param cacheControl the request's header; null if there is none
 */
export function mayKeepAnswer(cacheControl: string | null): boolean {
  return !(cacheControl ?? '').split(',').some((directive) => directive.trim().toLowerCase() === 'no-store');
}
