import { authenticateKey } from '../../accounts/keys/authenticate-key';
import type { AccountCaller, Caller, ClientAddress, WalletCaller } from '../../accounts/caller';
import { readSession } from '../../accounts/session';
import { ApiError } from '../../core/errors';
import { settings } from '../../platform/env';
import { creditTooLow, paymentRequired } from '../../x402/payment/payment-required';
import { bearerOf } from './bearer';
import type { Transport } from '../server/transport';
import { isAllowedHost, unknownHost } from '../server/host';
import { hasOperatorToken, mayReadMetrics } from './metrics-access';
import { isSameSite } from './same-site';
import type { ApiRequest } from '../request';
import { authenticateWallet, calledBy, signInHeaderOf } from './wallet';

/**
 * Who may call an endpoint (docs/api-rules.md, "Credentials by route").
 * - `inference`: a key of any type, a browser session, or a wallet; without a credential 402 discovery
 * - `any_key`: the same without wallets
 * - `admin`: an ADMIN key or a browser session
 * - `wallet`: a wallet, also one without an account; without a sign-in 402 discovery
 * - `payment`: credentials are ignored, and a signed payment is taken
 * - `optional`: a credential is used if there is one
 * - `public`: credentials are ignored
 * - `probe`: like `public`, and never counted or refused by the failed-request guard
 * - `metrics`: the machine itself, or a caller with the operator's or the metrics token
 * - `visitor`: one of our pages, signed in or not; credentials are ignored
 * - `session`, `owner`: a browser session; the owner's session
 * - `spender`: a browser session that spends: what is charged, bounded, and repeated as with `inference`
 * - `operator`: the operator's token from the machine itself
 */
export type Auth =
  'inference' | 'any_key' | 'admin' | 'wallet' | 'payment' | 'optional' | 'public' | 'probe' | 'metrics' | ConsoleAuth;

/** The console's own routes: callable only from this installation's pages and host names, never from another site. */
type ConsoleAuth = 'visitor' | 'session' | 'owner' | 'spender' | 'operator';

/** The kinds of callers that an `auth` value lets through. */
export type CallerOf<A extends Auth> = A extends 'optional'
  ? Caller
  : A extends 'public' | 'payment' | 'probe' | 'metrics' | 'visitor' | 'operator'
    ? Extract<Caller, { kind: 'anonymous' }>
    : A extends 'session' | 'owner' | 'spender'
      ? Extract<Caller, { kind: 'session' }>
      : A extends 'wallet'
        ? WalletCaller
        : AccountCaller;

const ANONYMOUS: Caller = { kind: 'anonymous' };
const PAYMENT_HEADERS = ['payment-signature', 'x-402-payment', 'x-payment'];

/**
 * Identifies the caller. A Bearer key takes precedence over a session; a session is ignored if the request comes from
 * another site.
 * @throws ApiError AUTHENTICATION_FAILED for an invalid credential, as `authenticateWallet`, UNAUTHORIZED and MISDIRECTED_REQUEST if a page of
 *   another site calls the console's own routes, PAYMENT_HEADER_NOT_ACCEPTED, RATE_LIMIT_EXCEEDED as `readSession`
 */
export async function authenticate(auth: Auth, request: ApiRequest, transport: Transport): Promise<Caller> {
  if (auth !== 'payment' && PAYMENT_HEADERS.some((name) => request.headers.has(name))) {
    throw new ApiError(
      'PAYMENT_HEADER_NOT_ACCEPTED',
      'Payment headers are accepted by POST /api/v1/x402/top-up alone. Add credit there, and leave them out here.',
    );
  }
  if (auth === 'public' || auth === 'payment' || auth === 'probe') return ANONYMOUS;
  if (auth === 'metrics') return authorizeMetrics(request, transport);
  if (auth === 'operator') return authorizeOperator(request, transport);
  if (isConsole(auth)) assertOwnPage(request);
  if (auth === 'visitor') return ANONYMOUS;
  return findCaller(auth, request, transport.client);
}

/**
 * Checks that an endpoint is open to a caller.
 * @throws ApiError AUTHENTICATION_FAILED, ADMIN_KEY_REQUIRED, PAYMENT_REQUIRED (402 discovery), UNAUTHORIZED,
 *   API_ACCESS_DISABLED
 */
export function authorize(auth: Auth, caller: Caller, request: ApiRequest): void {
  if (caller.kind === 'anonymous') {
    if (auth === 'session' || auth === 'owner' || auth === 'spender')
      throw new ApiError('AUTHENTICATION_FAILED', 'Sign in first.');
    if (auth === 'inference' && caller.wallet) throw creditTooLow(calledBy(request), 0n);
    const isOpen = auth !== 'inference' && auth !== 'any_key' && auth !== 'admin' && auth !== 'wallet';
    if (!isOpen && !caller.wallet) throw paymentRequired(calledBy(request), auth !== 'wallet');
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

/** The signed payment of a request to an endpoint that takes payments; null elsewhere, and without one. */
export function paymentOf(auth: Auth, { headers }: ApiRequest): string | null {
  const name = auth === 'payment' ? PAYMENT_HEADERS.find((candidate) => headers.has(candidate)) : undefined;
  return name === undefined ? null : headers.get(name);
}

/** Whether an endpoint is the console's own, which no other origin may call. */
export function isConsole(auth: Auth): auth is ConsoleAuth {
  return ['visitor', 'session', 'owner', 'spender', 'operator'].includes(auth);
}

/** Whether callers of an endpoint pay for what its POST does. */
export function isForSpenders(auth: Auth): boolean {
  return auth === 'inference' || auth === 'spender';
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

async function findCaller(auth: Auth, request: ApiRequest, client: ClientAddress): Promise<Caller> {
  const authorization = request.headers.get('authorization');
  const signIn = walletSignInOf(auth, request);
  if (signIn !== null) return authenticateWallet(signIn, client, { ownRecords: auth === 'wallet' });
  if (auth === 'wallet') return ANONYMOUS;
  if (authorization === null && !isConsole(auth) && signInHeaderOf(request) !== null) {
    throw new ApiError('AUTHENTICATION_FAILED', 'Wallets cannot sign in to this endpoint. Send an API key.');
  }
  if (authorization !== null && !isConsole(auth)) {
    const token = bearerOf(authorization);
    if (!token) throw new ApiError('AUTHENTICATION_FAILED', 'The Authorization header must be "Bearer <API key>".');
    return authenticateKey(token);
  }
  const cookie = request.headers.get('cookie');
  if (cookie === null || !isSameSite(request) || !isAllowedHost(request.headers.get('host'), settings()))
    return ANONYMOUS;
  return (await readSession(cookie, client.address)) ?? ANONYMOUS;
}

/**
 * The sign-in of a wallet on a route that takes wallets: there it takes precedence over a key, elsewhere it is ignored
 * beside a key (docs/api-rules.md, "Credentials by route"). Null elsewhere, and without one.
 */
export function walletSignInOf(auth: Auth, request: ApiRequest): string | null {
  return auth === 'inference' || auth === 'optional' || auth === 'wallet' ? signInHeaderOf(request) : null;
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
