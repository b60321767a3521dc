import { settings } from '../../platform/env';
import { processState } from '../../platform/process-state';
import { type HeaderList, setHeaders } from './header-list';
import { headerNames } from './headers';
import type { ApiRequest } from '../request';

/**
 * Cross-origin access (docs/api-rules.md, "Cross-origin requests"): every origin may call with its own key; cookies are
 * never sent.
 */

const MAX_AGE_SECONDS = 86_400;

const ANY_ORIGIN: Readonly<HeaderList> = ['access-control-allow-origin', '*'];

/**
 * Sent with every API response. A cross-origin request also gets the names of all headers that its script may read,
 * spelled out because not every browser supports `*`.
 * @param origin the request's `Origin` header
 */
export function corsHeaders(origin: string | null | undefined): Readonly<HeaderList> {
  if (origin === null || origin === undefined) return ANY_ORIGIN;
  const { serviceId } = settings();
  const names = processState(`http.exposed.${serviceId}`, () => `${headerNames().join(', ')}, *`);
  return [...ANY_ORIGIN, 'access-control-expose-headers', names];
}

/** The answer to a preflight. It grants what was requested, because the credential is in the requested header itself. */
export function preflightHeaders(request: ApiRequest, methods: string[]): HeaderList {
  const headers: HeaderList = [...ANY_ORIGIN];
  setHeaders(headers, {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
    'access-control-max-age': String(MAX_AGE_SECONDS),
    vary: 'access-control-request-headers',
  });
  return headers;
}
