import { ApiError, isApiError } from '../../core/errors';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { clock } from '../../platform/clock';
import { findNotReady } from '../../platform/database/failure';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';
import { parseHost } from '../../platform/network/host';
import { newId } from '../../core/ids';
import { isSignInService } from '../../core/sign-in-services';
import { DAY_MS, SECOND_MS } from '../../core/time';
import { SESSION_DAYS } from '../contract';
import { endSession } from '../ended-sessions';
import { finishServiceSignIn } from '../services/finish-service-sign-in';
import { type Profile, serviceProviders } from '../services/providers';
import { claimsOf, findSessionAccount, findSessionId, sessionSecret } from '../session';
import { signIn, type SignedIn } from './sign-in';

const SESSION_SECONDS = (SESSION_DAYS * DAY_MS) / SECOND_MS;
const SIGN_IN_PAGE = '/sign-in';
/** Limit of a request's body: an email, a password, and a CSRF token are far smaller. */
export const MAX_AUTH_BODY_BYTES = 16_384;
const MAX_REASON_CHARACTERS = 200;
const MAX_CODE_CHARACTERS = 64;

/** The parts of a request that are read; a web `Request` fits. */
type AuthHead = { method: string; url: string; headers: { get: (name: string) => string | null } };

/** What the route knows about the request. */
export type AuthRequest = {
  /** The client's address, as determined by our server. */
  address: string;
  /** Called if an attempt is refused for another reason than a wrong password. */
  onRefusal: (refusal: ApiError) => void;
  /** Signs a wallet in: gets the signed message, as in the header `SIGN-IN-WITH-X`. */
  signInWithWallet: WalletSignIn;
};

/** Checks a message that a wallet has signed. @throws ApiError if it does not sign in to an account */
export type WalletSignIn = (header: string, client: { address: string; direct: boolean }) => Promise<SignedIn>;

/**
 * The options of next-auth for one request: email and password, wallets, other services if configured, an encrypted JWT
 * in a cookie, our own pages. The token contains `sub` (account), `sessionId` and `sessionVersion`; it ends when its session
 * is signed out or the account's version is incremented.
 * @throws ApiError NOT_FOUND for next-auth's `_log`, with which anyone could write to our log, and for an encoded path;
 *   PAYLOAD_TOO_LARGE; RATE_LIMIT_EXCEEDED for steps of a sign-in with another service
 */
export async function authOptions(request: AuthHead, { address, onRefusal, signInWithWallet }: AuthRequest) {
  checkRequest(request, address);
  const { publicOrigin } = settings();
  let signedIn: SignedIn | null = null;
  const authorize = async (trySignIn: () => Promise<SignedIn | null>) => {
    signedIn = await attempt(trySignIn, onRefusal);
    return signedIn && { id: signedIn.accountId, email: signedIn.email };
  };
  return {
    secret: await sessionSecret(),
    useSecureCookies: publicOrigin.startsWith('https://'),
    session: { strategy: 'jwt' as const, maxAge: SESSION_SECONDS },
    jwt: { maxAge: SESSION_SECONDS },
    pages: { signIn: SIGN_IN_PAGE, signOut: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
    logger: {
      error: logFailure,
      warn: (code: string) => log.debug({ code }, 'next-auth warning'),
      debug: () => undefined,
    },
    providers: [
      byFields('credentials', ['email', 'password'], ({ email = '', password = '' }) =>
        authorize(() => signIn({ email, password }, { address })),
      ),
      byFields('wallet', ['signIn'], (given) =>
        authorize(() => signInWithWallet(given.signIn ?? '', { address, direct: false })),
      ),
      ...serviceProviders(),
    ],
    callbacks: {
      signIn: async ({ user, account }: Finished) => {
        if (account?.type !== 'oauth') return true;
        const outcome = await finishServiceSignIn(user as Profile, {
          cookieHeader: request.headers.get('cookie'),
          address,
        });
        if ('refusedAt' in outcome) return outcome.refusedAt;
        signedIn = outcome;
        return true;
      },
      jwt: ({ token }: { token: Record<string, unknown> }) =>
        signedIn ? beginToken(signedIn, request.headers.get('cookie')) : renewToken(token),
      redirect: ({ url }: { url: string }) => redirectTarget(url, originOf(request, publicOrigin), publicOrigin),
    },
    events: { signOut: ({ token }: { token: Record<string, unknown> | null }) => signOut(token, onRefusal) },
  };
}

type Fields = Partial<Record<string, string>>;
type User = { id: string; email: string | null };

/** A way to sign in whose fields a form of ours sends. */
function byFields(id: string, names: string[], authorize: (given: Fields) => Promise<User | null>) {
  const credentials: Record<string, object> = Object.fromEntries(names.map((name) => [name, {}]));
  return {
    id,
    name: id,
    type: 'credentials' as const,
    credentials,
    authorize: (given: Fields = {}) => authorize(given),
  };
}

/** What next-auth passes before it creates a session; `user` is the result of the provider's `profile`. */
type Finished = { user: unknown; account: { type: string } | null };

function checkRequest(request: AuthHead, address: string): void {
  const { pathname } = new URL(request.url);
  const path = pathname.split('/');
  // next-auth gets decoded paths, and none of its own contain encoded characters.
  if (pathname.includes('%') || path.includes('_log')) throw new ApiError('NOT_FOUND', 'There is no such path here.');
  // In any position: next-auth ignores the rest of the path.
  if (path.some(isSignInService)) take('serviceSignIn', subjectOfAddress(address));
  if (request.method !== 'POST') return;
  const length = request.headers.get('content-length');
  if (length === null || !(Number(length) <= MAX_AUTH_BODY_BYTES)) {
    throw new ApiError(
      'PAYLOAD_TOO_LARGE',
      `The request must have a Content-Length of at most ${MAX_AUTH_BODY_BYTES} bytes.`,
    );
  }
}

async function attempt(
  trySignIn: () => Promise<SignedIn | null>,
  onRefusal: AuthRequest['onRefusal'],
): Promise<SignedIn | null> {
  try {
    return await trySignIn();
  } catch (cause) {
    const refusal = toRefusal(cause);
    onRefusal(forBrowser(refusal));
    // next-auth puts this message into a URL, so it must never be an internal cause.
    throw new Error(refusal.code);
  }
}

function toRefusal(cause: unknown): ApiError {
  const known = isApiError(cause) ? cause : findNotReady(cause);
  return known ?? new ApiError('UNKNOWN_ERROR', 'Something failed on our side.', { cause });
}

/** The standard body plus the `url` in which next-auth's browser code looks for the reason. */
function forBrowser({ code, message, options }: ApiError): ApiError {
  const url = `${settings().publicOrigin}${SIGN_IN_PAGE}?error=${code}`;
  return new ApiError(code, message, { ...options, body: { error: message, code, url } });
}

/** The token after a sign-in or connecting a service. If the browser is already signed in, the session continues. */
async function beginToken(signedIn: SignedIn, cookieHeader: string | null): Promise<Record<string, unknown>> {
  const { accountId: sub, email, sessionVersion, signedInAtMs = clock.now() } = signedIn;
  // With a new ID, earlier cookies would survive the sign-out.
  const sessionId = (await findSessionId(cookieHeader, sub)) ?? newId();
  return { sub, email, sessionVersion, signedInAtMs, sessionId };
}

/** The token of a continued session. @throws Error if the session was ended */
async function renewToken(token: Record<string, unknown>): Promise<Record<string, unknown>> {
  const claims = claimsOf(token);
  const account = claims && (await findSessionAccount(claims));
  if (!account) throw new Error('The session has ended.');
  return { ...token, email: account.email, sessionId: claims.sessionId };
}

/**
 * Ends the session of a cookie that next-auth has decrypted. next-auth ignores failures, so they are reported by
 * `onRefusal`.
 */
async function signOut(token: Record<string, unknown> | null, onRefusal: AuthRequest['onRefusal']): Promise<void> {
  const claims = claimsOf(token);
  if (!claims) return;
  try {
    await endSession(claims);
  } catch (cause) {
    onRefusal(toRefusal(cause));
  }
}

/** The origin in the browser's address bar: the Host it sent, with our public scheme. */
function originOf(request: AuthHead, publicOrigin: string): string {
  const { protocol } = new URL(publicOrigin);
  const host = parseHost(request.headers.get('host'));
  return host ? new URL(`${protocol}//${host.host}`).origin : publicOrigin;
}

/** Only our own pages, on the public origin or on the one that the browser used. */
function redirectTarget(url: string, origin: string, publicOrigin: string): string {
  const target = URL.canParse(url, origin) ? new URL(url, origin) : null;
  return target && (target.origin === origin || target.origin === publicOrigin) ? target.href : origin;
}

/**
 * Revoked or expired sessions are normal, also at sign-out (next-auth cannot decrypt an old cookie; our own failure to
 * end a session is reported by `signOut`). So are unfinished sign-ins with another service: only their message is
 * logged, because the cause contains tokens and the user's profile. For any other failure only the code is logged,
 * because the rest quotes the request.
 */
function logFailure(code: string, cause: unknown): void {
  if (code === 'JWT_SESSION_ERROR' || code === 'SIGNOUT_ERROR') log.debug({ code }, 'a session has ended');
  else if (code.includes('OAUTH')) log.warn({ code, reason: reasonOf(cause) }, 'a sign-in with another service failed');
  else log.error({ code: code.slice(0, MAX_CODE_CHARACTERS) }, 'next-auth failed');
}

/** The first part: the rest contains invalid values and text that anyone can put into the URL. */
function reasonOf(cause: unknown): string {
  const { error, message } = (cause ?? {}) as { error?: { message?: unknown }; message?: unknown };
  const [summary = ''] = String(error?.message ?? message ?? 'unknown').split(',');
  return summary.slice(0, MAX_REASON_CHARACTERS);
}
