/** Cross-origin access (contract 22): every origin may call with a key of its own; cookies never travel. */

const MAX_AGE_SECONDS = 86_400;

/** Sent on every answer of the API. `*` exposes every header to callers without credentials. */
export const CORS_HEADERS: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
};

/** The answer to a preflight: what was asked for is granted, because the credential is in the asked-for header itself. */
export function preflight(request: Request, methods: string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS_HEADERS,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': String(MAX_AGE_SECONDS),
      vary: 'access-control-request-headers',
    },
  });
}
