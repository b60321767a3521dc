import { randomBytes } from 'node:crypto';
import { BASE, SOLANA } from '../../core/wallet';
import { clock } from '../../platform/clock';
import { MAX_AGE_MS } from './check';
import { signInOrigin } from './domains';

/** What a wallet needs to build a sign-in message (docs/api-rules.md, "Wallet sign-in"). */
export type SignInChallenge = {
  info: {
    /** The host and port to sign in to. */
    domain: string;
    uri: string;
    version: '1';
    /** 32 hexadecimal digits. A wallet may also make its own. */
    nonce: string;
    issuedAt: string;
    expirationTime: string;
    statement: string;
  };
  supportedChains: { chainId: string; type: 'eip191' | 'eip1271' | 'ed25519' }[];
};

/** What a request has called: its path, and its `Host` header. */
export type Called = { path: string; host: string | null };

/** A new challenge for a sign-in to what was called. */
export function makeChallenge({ path, host: called }: Called): SignInChallenge {
  const { host, origin } = signInOrigin(called);
  const nowMs = clock.now();
  return {
    info: {
      domain: host,
      uri: `${origin}${path}`,
      version: '1',
      nonce: randomBytes(16).toString('hex'),
      issuedAt: new Date(nowMs).toISOString(),
      expirationTime: new Date(nowMs + MAX_AGE_MS).toISOString(),
      statement: 'Sign in',
    },
    supportedChains: [
      { chainId: BASE, type: 'eip191' },
      { chainId: BASE, type: 'eip1271' },
      { chainId: SOLANA, type: 'ed25519' },
    ],
  };
}
