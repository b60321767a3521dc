import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { decode } from 'next-auth/jwt';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/time';
import { clock } from '../platform/clock';
import { database, type Database } from '../platform/db';
import { settings } from '../platform/env';
import { processState } from '../platform/process-state';
import { findAccount } from './account-cache';
import { boundedCache } from './bounded-cache';
import type { Account, Caller } from './caller';
import { FRESH_SIGN_IN_MINUTES } from './contract';
import { isSessionEnded } from './ended-sessions';
import { hashSecret } from './keys/key-token';
import { installationSecret } from './tables';
import { countUnreadable } from './unreadable-cookies';

/** next-auth's names of the session cookie, for https and http. */
const COOKIE_NAMES = ['__Secure-next-auth.session-token', 'next-auth.session-token'];
const MAX_COOKIE_CHARACTERS = 16_384;
const MAX_REMEMBERED = 5_000;
/**
 * Decryption takes some 0.2 ms, and a page makes many requests with one cookie. A cookie's content never changes, so a
 * known one can still be read when its address has sent too many unreadable ones.
 */
const REMEMBERED_MS = HOUR_MS;
const UNREADABLE_REMEMBERED_MS = MINUTE_MS;
const SECRET_BYTES = 48;
const SECRET_NAME = 'session';

/** The decrypted content of our cookie. Valid only while the account's `session_version` is the same. */
export type SessionClaims = {
  accountId: string;
  /** The same in every renewal and copy of the cookie. */
  sessionId: string;
  sessionVersion: number;
  expiresAtMs: number;
  /**
   * When the user authenticated; neither renewing the cookie nor connecting a service changes it. 0 if the cookie does
   * not contain it.
   */
  signedInAtMs: number;
};

/**
 * Finds the signed-in user by the browser's cookie. Caches briefly: the decrypted cookie, the account, and whether the
 * session was signed out.
 * @param cookieHeader the request's `cookie` header
 * @param address the client's, whose unreadable cookies are counted; absent if there is no client
 * @throws ApiError RATE_LIMIT_EXCEEDED for an uncached cookie from an address with too many unreadable ones
 * @returns null without a cookie, and for a forged, expired, revoked or signed-out one
 */
export async function readSession(
  cookieHeader: string | null,
  address?: string,
): Promise<Extract<Caller, { kind: 'session' }> | null> {
  const claims = await readCookie(cookieHeader, address);
  const account = claims && (await findSessionAccount(claims));
  return account && { kind: 'session', account, signedInAtMs: claims.signedInAtMs };
}

/** The ID of the live session in an account's cookie, or null. A new sign-in continues that session. */
export async function findSessionId(cookieHeader: string | null, accountId: string): Promise<string | null> {
  const claims = await readCookie(cookieHeader);
  return claims?.accountId === accountId && (await findSessionAccount(claims)) ? claims.sessionId : null;
}

/** The account of a session, or null if the session was ended, by a sign-out here or everywhere. */
export async function findSessionAccount(claims: SessionClaims): Promise<Account | null> {
  const [account, isEnded] = await Promise.all([findAccount(claims.accountId), isSessionEnded(claims)]);
  return account && account.sessionVersion === claims.sessionVersion && !isEnded ? account : null;
}

/** Whether a sign-in is recent enough to prove who is at the browser. @param signedInAtMs absent: long ago */
export function isFreshSignIn(signedInAtMs = 0): boolean {
  return clock.now() - signedInAtMs < FRESH_SIGN_IN_MINUTES * MINUTE_MS;
}

/**
 * The secret that sessions are encrypted with: `SESSION_SECRET`, else one that is generated once and stored in the
 * database, so that all processes share it.
 */
export async function sessionSecret(): Promise<string> {
  const given = settings().sessionSecret;
  if (given) return given;
  const secrets = processState('accounts.session-secrets', () => new WeakMap<Database, Promise<string>>());
  const opened = database();
  const known = secrets.get(opened);
  if (known) return known;
  const reading = loadOrCreateSecret(opened);
  secrets.set(opened, reading);
  // A failed read must not be cached: the next caller tries again.
  reading.catch(() => secrets.delete(opened));
  return reading;
}

async function loadOrCreateSecret({ orm }: Database): Promise<string> {
  const value = randomBytes(SECRET_BYTES).toString('base64url');
  await orm.insert(installationSecret).values({ name: SECRET_NAME, value }).onConflictDoNothing();
  const [row] = await orm.select().from(installationSecret).where(eq(installationSecret.name, SECRET_NAME));
  return row?.value ?? value;
}

async function readCookie(cookieHeader: string | null, address?: string): Promise<SessionClaims | null> {
  const token = findToken(cookieHeader);
  const claims = token && (await readClaims(token, address));
  return claims && claims.expiresAtMs > clock.now() ? claims : null;
}

/**
 * The claims of a decrypted cookie, or null if they are invalid. Cookies from before sessions had IDs get one from what
 * their renewals and copies share: the time of the sign-in (the account is part of every lookup anyway).
 */
export function claimsOf(payload: Record<string, unknown> | null): SessionClaims | null {
  const { sub, sessionVersion, exp, signedInAtMs = 0, sessionId = `signed-in-${String(signedInAtMs)}` } = payload ?? {};
  if (typeof sub !== 'string' || typeof sessionVersion !== 'number' || typeof exp !== 'number') return null;
  if (typeof sessionId !== 'string') return null;
  return {
    accountId: sub,
    sessionId,
    sessionVersion,
    expiresAtMs: exp * SECOND_MS,
    signedInAtMs: typeof signedInAtMs === 'number' ? signedInAtMs : 0,
  };
}

async function readClaims(token: string, address: string | undefined): Promise<SessionClaims | null> {
  const secret = await sessionSecret();
  const { readable, unreadable } = knownCookies();
  const name = hashSecret(`${token} ${secret}`);
  const known = readable.get(name);
  if (known) return known;
  if (unreadable.get(name)) return null;
  const undoCount = address === undefined ? null : countUnreadable(address);
  const claims = await decode({ token, secret }).then(claimsOf, () => null);
  if (claims === null) {
    unreadable.set(name, true, UNREADABLE_REMEMBERED_MS);
    return null;
  }
  undoCount?.();
  readable.set(name, claims, REMEMBERED_MS);
  return claims;
}

/** Separate caches, so that forged cookies do not evict readable ones. */
function knownCookies() {
  return processState('accounts.sessions', () => ({
    readable: boundedCache<SessionClaims>(MAX_REMEMBERED),
    unreadable: boundedCache<true>(MAX_REMEMBERED),
  }));
}

/** The cookie's value; a long one is split into chunks `name.0`, `name.1`, … */
function findToken(header: string | null): string | null {
  if (!header || header.length > MAX_COOKIE_CHARACTERS || !header.includes('next-auth.session-token')) return null;
  const cookies = new Map<string, string>();
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0) cookies.set(part.slice(0, at).trim(), unquote(part.slice(at + 1).trim()));
  }
  for (const name of COOKIE_NAMES) {
    const value = cookies.get(name) ?? joinPieces(cookies, name);
    if (value) return value;
  }
  return null;
}

function joinPieces(cookies: Map<string, string>, name: string): string {
  const pieces: string[] = [];
  for (let piece = cookies.get(`${name}.0`); piece !== undefined; piece = cookies.get(`${name}.${pieces.length}`)) {
    pieces.push(piece);
  }
  return pieces.join('');
}

/** Cookie values may be quoted (RFC 6265 4.1.1). */
function unquote(value: string): string {
  return value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
