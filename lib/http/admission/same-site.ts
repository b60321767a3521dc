import { parseHost, parseOrigin } from '../../platform/network/host';
import type { ApiRequest } from '../request';

/** Whether a request comes from a page of this origin, or from no page at all. */
export function isSameSite(request: ApiRequest): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const header = request.headers.get('origin');
  if (header === null) return true;
  const origin = parseOrigin(header);
  return origin !== null && origin.host === parseHost(request.headers.get('host'))?.host;
}
