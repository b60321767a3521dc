import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ClientAddress } from '../../accounts/caller';
import { sessionSecret } from '../../accounts/session';
import { invalidField } from '../../core/errors';
import { MINUTE_MS, SECOND_MS } from '../../core/time';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { clock } from '../../platform/clock';
import type { WalletToken } from './contract';

/** How long a wallet has to sign it (docs/api-rules.md, "Keys by wallet signature"). */
const LIFE_MS = 15 * MINUTE_MS;
/** Domain separation: other tokens made from the session secret are not valid here, and vice versa. */
const KEY_LABEL = 'farebox wallet-key token';
const KEY_BYTES = 32;
const ID_BYTES = 18;
/** HS256 (RFC 7518 3.2): the only accepted algorithm, whatever a token's header says. */
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

const Payload = z.object({ jti: z.string().min(1), iat: z.number().int(), exp: z.number().int() });

/**
 * A token for a wallet to sign (docs/api-rules.md, "Keys by wallet signature"). It is not stored: only used tokens are
 * recorded.
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function issueWalletToken({ client }: { client: ClientAddress }): Promise<WalletToken> {
  take('walletToken', subjectOfAddress(client.address));
  const now = clock.now();
  const iat = Math.floor(now / SECOND_MS);
  const payload = encode({ jti: randomBytes(ID_BYTES).toString('base64url'), iat, exp: iat + LIFE_MS / SECOND_MS });
  const signed = `${HEADER}.${payload}`;
  return { success: true, data: { token: `${signed}.${await signatureOf(signed)}` } };
}

/**
 * Reads one of our tokens.
 * @returns when it expires
 * @throws ApiError INVALID_REQUEST naming `token`: malformed, tampered with, or expired
 */
export async function readWalletToken(token: string): Promise<{ expiresAt: Date }> {
  const [header, payload = '', signature = '', ...more] = token.split('.');
  if (header !== HEADER || payload === '' || more.length > 0) throw refuse('Must be a token of this service');
  // Compares the texts, not the bytes, because a signature can be encoded in two ways and only one is valid.
  const expected = Buffer.from(await signatureOf(`${header}.${payload}`));
  const given = Buffer.from(signature);
  if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) {
    throw refuse('Must be a token of this service, unchanged');
  }
  const { exp } = Payload.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (exp * SECOND_MS <= clock.now()) throw refuse('Is older than 15 minutes: request a new token and sign that');
  return { expiresAt: new Date(exp * SECOND_MS) };
}

/** The error for a token that was already used. */
export const usedToken = () => refuse('Was already used: request a new token and sign that');

const refuse = (message: string) => invalidField(['token'], message);

async function signatureOf(text: string): Promise<string> {
  const key = hkdfSync('sha256', await sessionSecret(), '', KEY_LABEL, KEY_BYTES);
  return createHmac('sha256', Buffer.from(key)).update(text).digest('base64url');
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
