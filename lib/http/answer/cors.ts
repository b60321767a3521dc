import { settings } from '../../platform/env';
import { processState } from '../../platform/process-state';
import { type HeaderList, setHeaders } from './header-list';
import { headerNames } from './headers';
import type { ApiRequest } from '../request';

/** Cross-origin access (contract 22): every origin may call with a key of its own; cookies never travel. */

const MAX_AGE_SECONDS = 86_400;

const ANY_ORIGIN: Readonly<HeaderList> = ['access-control-allow-origin', '*'];

/**
 * Sent on every answer of the API. To another origin's script also the names of all headers that it may read, spelled
 * out because `*` is not known to every browser.
 * @param origin the request's header
 */
export function corsHeaders(origin: string | null | undefined): Readonly<HeaderList> {
  if (origin === null || origin === undefined) return ANY_ORIGIN;
  const { serviceId } = settings();
  const names = processState(`http.exposed.${serviceId}`, () => `${headerNames().join(', ')}, *`);
  return [...ANY_ORIGIN, 'access-control-expose-headers', names];
}

/** The answer to a preflight: what was asked for is granted, because the credential is in the asked-for header itself. */
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
