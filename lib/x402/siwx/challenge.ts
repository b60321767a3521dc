import { randomBytes } from 'node:crypto';
import { BASE, SOLANA } from '../../core/wallet';
import { clock } from '../../platform/clock';
import { settings } from '../../platform/env';
import { MAX_AGE_MS } from './check';

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

/** A new challenge for a sign-in. @param path of the request, for its `uri` */
export function makeChallenge(path: string): SignInChallenge {
  const { host, origin } = new URL(settings().publicOrigin);
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
