import { ApiError, isApiError } from '../../core/errors';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { clock } from '../../platform/clock';
import { findNotReady } from '../../platform/database/outage/failure';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';
import { parseHost } from '../../platform/network/host';
import { newId } from '../../core/ids';
import { isSignInService } from '../../core/sign-in-services';
import { DAY_MS, SECOND_MS } from '../../core/time';
import { SESSION_DAYS } from '../contract';
import { endSession } from '../ended-sessions';
import { finishAtService } from '../services/finish';
import { type Profile, serviceProviders } from '../services/providers';
import { claimsOf, findSessionAccount, findSessionId, sessionSecret } from '../session';
import { signIn, type SignedIn } from './sign-in';

const SESSION_SECONDS = (SESSION_DAYS * DAY_MS) / SECOND_MS;
const SIGN_IN_PAGE = '/sign-in';
/** Bytes of a request's body: an e-mail, a password and a token against forgery are far smaller. */
export const MAX_AUTH_BODY_BYTES = 16_384;
const MAX_REASON_CHARACTERS = 200;
const MAX_CODE_CHARACTERS = 64;

/** What is read of a request; a web `Request` is one. */
type AuthHead = { method: string; url: string; headers: { get: (name: string) => string | null } };

/** What the route knows about the request at hand. */
export type AuthRequest = {
  /** The client's address, as determined by our server. */
  address: string;
  /** Called where an attempt is refused for another reason than a wrong password. */
  onRefusal: (refusal: ApiError) => void;
};

/**
 * The options of next-auth for one request: e-mail and password, other services where they are set up, an encrypted JWT
 * in a cookie, our own pages.
 * The token carries `sub` (account), `sessionId` and `sessionVersion`; it ends when its session is signed out or the
 * account's version moves on.
 * @throws ApiError NOT_FOUND for next-auth's `_log`, by which anybody could write into our log, and for an encoded path;
 *   PAYLOAD_TOO_LARGE; RATE_LIMIT_EXCEEDED for steps of a sign-in at another service
 */
export async function authOptions(request: AuthHead, { address, onRefusal }: AuthRequest) {
  checkRequest(request, address);
  const { publicOrigin } = settings();
  let signedIn: SignedIn | null = null;
  const authorize = async (given: Partial<Credentials> = {}) => {
    signedIn = await attempt({ email: given.email ?? '', password: given.password ?? '' }, address, onRefusal);
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
      warn: (code: string) => log.debug({ code }, 'next-auth warns'),
      debug: () => undefined,
    },
    providers: [
      {
        id: 'credentials',
        name: 'E-mail and password',
        type: 'credentials' as const,
        credentials: { email: {}, password: {} },
        authorize,
      },
      ...serviceProviders(),
    ],
    callbacks: {
      signIn: async ({ user, account }: Finished) => {
        if (account?.type !== 'oauth') return true;
        const outcome = await finishAtService(user as Profile, {
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

type Credentials = { email: string; password: string };
/** What next-auth tells of a sign-in before it makes a session; `user` is what the provider's `profile` made. */
type Finished = { user: unknown; account: { type: string } | null };

function checkRequest(request: AuthHead, address: string): void {
  const { pathname } = new URL(request.url);
  const path = pathname.split('/');
  // next-auth gets its path decoded, and none of its own has anything to decode.
  if (pathname.includes('%') || path.includes('_log')) throw new ApiError('NOT_FOUND', 'There is no such path here.');
  // Wherever it stands: next-auth ignores what follows.
  if (path.some(isSignInService)) take('serviceSignIn', subjectOfAddress(address));
  if (request.method !== 'POST') return;
  const length = request.headers.get('content-length');
  if (length === null || !(Number(length) <= MAX_AUTH_BODY_BYTES)) {
    throw new ApiError(
      'PAYLOAD_TOO_LARGE',
      `The body must tell its length and have at most ${MAX_AUTH_BODY_BYTES} bytes.`,
    );
  }
}

async function attempt(
  given: Credentials,
  address: string,
  onRefusal: AuthRequest['onRefusal'],
): Promise<SignedIn | null> {
  try {
    return await signIn(given, { address });
  } catch (cause) {
    const refusal = toRefusal(cause);
    onRefusal(forBrowser(refusal));
    // next-auth puts this message into an address: never an inner cause.
    throw new Error(refusal.code);
  }
}

function toRefusal(cause: unknown): ApiError {
  const known = isApiError(cause) ? cause : findNotReady(cause);
  return known ?? new ApiError('UNKNOWN_ERROR', 'Something failed on our side.', { cause });
}

/** The standard body, with the `url` in which next-auth's own browser code looks for the reason. */
function forBrowser({ code, message, options }: ApiError): ApiError {
  const url = `${settings().publicOrigin}${SIGN_IN_PAGE}?error=${code}`;
  return new ApiError(code, message, { ...options, body: { error: message, code, url } });
}

/** The token of who has just signed in or connected a service. In a browser that is signed in, the session goes on. */
async function beginToken(signedIn: SignedIn, cookieHeader: string | null): Promise<Record<string, unknown>> {
  const { accountId: sub, email, sessionVersion, signedInAtMs = clock.now() } = signedIn;
  // With another id, cookies of before would outlive the sign-out.
  const sessionId = (await findSessionId(cookieHeader, sub)) ?? newId();
  return { sub, email, sessionVersion, signedInAtMs, sessionId };
}

/** The token of a session that goes on. @throws Error where it was ended */
async function renewToken(token: Record<string, unknown>): Promise<Record<string, unknown>> {
  const claims = claimsOf(token);
  const account = claims && (await findSessionAccount(claims));
  if (!account) throw new Error('The session has ended.');
  return { ...token, email: account.email, sessionId: claims.sessionId };
}

/** Ends the session of a cookie that next-auth has decrypted. It passes over failures: they are reported by `onRefusal`. */
async function signOut(token: Record<string, unknown> | null, onRefusal: AuthRequest['onRefusal']): Promise<void> {
  const claims = claimsOf(token);
  if (!claims) return;
  try {
    await endSession(claims);
  } catch (cause) {
    onRefusal(toRefusal(cause));
  }
}

/** The origin in the browser's address bar: the Host that it sent, on the scheme that we are reached by. */
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
 * A session that was revoked or has run out is daily life, also at its sign-out (next-auth cannot decrypt an old cookie;
 * our own failure to end a session is reported by `signOut`), and so is a sign-in at another service that was not finished:
 * of it only the message is written, because its cause carries tokens and the person's profile. Of any other failure only
 * the code, because the rest quotes the request.
 */
function logFailure(code: string, cause: unknown): void {
  if (code === 'JWT_SESSION_ERROR' || code === 'SIGNOUT_ERROR') log.debug({ code }, 'a session has ended');
  else if (code.includes('OAUTH')) log.warn({ code, reason: reasonOf(cause) }, 'a sign-in at another service failed');
  else log.error({ code: code.slice(0, MAX_CODE_CHARACTERS) }, 'next-auth failed');
}

/** The first part: the rest contains invalid values and text that anyone can put into the URL. */
function reasonOf(cause: unknown): string {
  const { error, message } = (cause ?? {}) as { error?: { message?: unknown }; message?: unknown };
  const [summary = ''] = String(error?.message ?? message ?? 'unknown').split(',');
  return summary.slice(0, MAX_REASON_CHARACTERS);
}
