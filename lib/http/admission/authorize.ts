import { authenticateKey } from '../../accounts/keys/authenticate-key';
import type { AccountCaller, Caller } from '../../accounts/caller';
import { readSession } from '../../accounts/session';
import { ApiError } from '../../core/errors';
import { settings } from '../../platform/env';
import { bearerOf } from './bearer';
import { paymentRequired } from './discovery';
import type { Transport } from '../server/transport';
import { isAllowedHost, unknownHost } from '../server/host';
import { hasOperatorToken, mayReadMetrics } from './metrics-access';
import { isSameSite } from './same-site';
import type { ApiRequest } from '../request';

/**
 * Who may call an endpoint (docs/api-rules.md, "Credentials by route").
 * - `inference`, `any_key`: a key of any type or a browser session; without a credential 402 discovery
 * - `admin`: an ADMIN key or a browser session
 * - `optional`: a credential is used if there is one
 * - `public`: credentials are ignored
 * - `probe`: like `public`, and never counted or refused by the failed-request guard
 * - `metrics`: the machine itself, or a caller with the operator's or the metrics token
 * - `visitor`: one of our pages, signed in or not; credentials are ignored
 * - `session`, `owner`: a browser session; the owner's session
 * - `operator`: the operator's token from the machine itself
 */
export type Auth = 'inference' | 'any_key' | 'admin' | 'optional' | 'public' | 'probe' | 'metrics' | ConsoleAuth;

/** The console's own routes: callable only from this installation's pages and host names, never from another site. */
type ConsoleAuth = 'visitor' | 'session' | 'owner' | 'operator';

/** The kinds of callers that an `auth` value lets through. */
export type CallerOf<A extends Auth> = A extends 'optional'
  ? Caller
  : A extends 'public' | 'probe' | 'metrics' | 'visitor' | 'operator'
    ? Extract<Caller, { kind: 'anonymous' }>
    : A extends 'session' | 'owner'
      ? Extract<Caller, { kind: 'session' }>
      : AccountCaller;

const ANONYMOUS: Caller = { kind: 'anonymous' };
const PAYMENT_HEADERS = ['payment-signature', 'x-402-payment', 'x-payment'];
const WALLET_HEADERS = ['sign-in-with-x', 'x-sign-in-with-x'];

/**
 * Identifies the caller. A Bearer key takes precedence over a session; a session is ignored if the request comes from
 * another site.
 * @throws ApiError AUTHENTICATION_FAILED for an invalid credential, UNAUTHORIZED and MISDIRECTED_REQUEST if a page of
 *   another site calls the console's own routes, PAYMENT_HEADER_NOT_ACCEPTED, RATE_LIMIT_EXCEEDED as `readSession`
 */
export async function authenticate(auth: Auth, request: ApiRequest, transport: Transport): Promise<Caller> {
  if (PAYMENT_HEADERS.some((name) => request.headers.has(name))) {
    throw new ApiError(
      'PAYMENT_HEADER_NOT_ACCEPTED',
      'Payment headers are not accepted here. Leave them out and send an API key.',
    );
  }
  if (auth === 'public' || auth === 'probe') return ANONYMOUS;
  if (auth === 'metrics') return authorizeMetrics(request, transport);
  if (auth === 'operator') return authorizeOperator(request, transport);
  if (isConsole(auth)) assertOwnPage(request);
  if (auth === 'visitor') return ANONYMOUS;
  return findCaller(auth, request, transport.client.address);
}

/**
 * Checks that an endpoint is open to a caller.
 * @throws ApiError AUTHENTICATION_FAILED, ADMIN_KEY_REQUIRED, PAYMENT_REQUIRED (402 discovery), UNAUTHORIZED,
 *   API_ACCESS_DISABLED
 */
export function authorize(auth: Auth, caller: Caller, request: ApiRequest): void {
  if (caller.kind === 'anonymous') {
    if (auth === 'session' || auth === 'owner') throw new ApiError('AUTHENTICATION_FAILED', 'Sign in first.');
    if (auth === 'inference' || auth === 'any_key' || auth === 'admin') throw paymentRequired(request);
    return;
  }
  if (caller.account.blocked) throw new ApiError('API_ACCESS_DISABLED', 'This account is blocked.');
  if (auth === 'admin' && caller.kind === 'key' && caller.keyType !== 'ADMIN') {
    throw new ApiError('ADMIN_KEY_REQUIRED', 'This endpoint needs a key of type ADMIN.');
  }
  if (auth === 'owner' && caller.account.role !== 'owner') {
    throw new ApiError('UNAUTHORIZED', 'Only the owner of this installation may do this.');
  }
}

/** Whether an endpoint is the console's own: no other origin may call it, and its bodies are small. */
export function isConsole(auth: Auth): auth is ConsoleAuth {
  return auth === 'visitor' || auth === 'session' || auth === 'owner' || auth === 'operator';
}

/** Whether scripts of other origins may read an endpoint's answers (docs/api-rules.md, "Cross-origin requests"). */
export function isForAnyOrigin(auth: Auth): boolean {
  return !isConsole(auth) && auth !== 'metrics';
}

/** Keeps other sites, and foreign names that resolve to this machine, from acting on behalf of the browser's user. */
function assertOwnPage(request: ApiRequest): void {
  if (!isAllowedHost(request.headers.get('host'), settings())) throw unknownHost();
  if (!isSameSite(request))
    throw new ApiError('UNAUTHORIZED', 'This endpoint can be called only from the pages of this installation.');
}

async function findCaller(auth: Auth, request: ApiRequest, address: string): Promise<Caller> {
  const authorization = request.headers.get('authorization');
  if (signsInWithWallet(auth, request, authorization)) {
    throw new ApiError('AUTHENTICATION_FAILED', 'Wallet sign-in is not enabled here. Use an API key.');
  }
  if (authorization !== null && !isConsole(auth)) {
    const token = bearerOf(authorization);
    if (!token) throw new ApiError('AUTHENTICATION_FAILED', 'The Authorization header must be "Bearer <API key>".');
    return authenticateKey(token);
  }
  const cookie = request.headers.get('cookie');
  if (cookie === null || !isSameSite(request) || !isAllowedHost(request.headers.get('host'), settings()))
    return ANONYMOUS;
  return (await readSession(cookie, address)) ?? ANONYMOUS;
}

/**
 * A wallet takes precedence over a key where the route takes wallets; elsewhere it is ignored beside a key
 * (docs/api-rules.md, "Credentials by route").
 */
function signsInWithWallet(auth: Auth, request: ApiRequest, authorization: string | null): boolean {
  if (isConsole(auth) || !WALLET_HEADERS.some((name) => request.headers.has(name))) return false;
  return auth === 'inference' || auth === 'optional' || authorization === null;
}

function authorizeOperator(request: ApiRequest, transport: Transport): Caller {
  if (!transport.client.direct || !hasOperatorToken(request)) {
    throw new ApiError('AUTHENTICATION_FAILED', 'This endpoint is for the operator, on the machine itself.');
  }
  return ANONYMOUS;
}

function authorizeMetrics(request: ApiRequest, transport: Transport): Caller {
  if (mayReadMetrics(request, transport)) return ANONYMOUS;
  throw new ApiError('AUTHENTICATION_FAILED', 'Metrics are available on the machine itself, or with METRICS_TOKEN.');
}
