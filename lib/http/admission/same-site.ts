import type { ApiRequest } from '../request';

/** Whether a request comes from a page of this very origin, or from no page at all. */
export function isSameSite(request: ApiRequest): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.headers.get('origin');
  return origin === null || hostOf(origin) === request.headers.get('host');
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
