import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sessionSecret } from '../../accounts/session';
import { BASE, type Wallet } from '../../core/wallet';
import { clock } from '../../platform/clock';
import type { Called } from './challenge';
import { type CheckedSignIn, MAX_AGE_MS, refuse } from './check';
import { pageOrigin } from './domains';
import { writeMessage } from './message';

/**
 * What a message of our pages is for. Its nonce is bound to it and to the whole text, so that a signature for one
 * purpose or one account is never accepted for another one, and neither is a text that somebody else has written.
 */
export type Purpose = { kind: 'sign-in' } | { kind: 'link'; accountId: string };

/** What the nonces of our pages begin with: the API refuses them. */
const MARK = 'page';
/** Bytes of the random half of a nonce, and of the half that binds it to its purpose and text. */
const HALF_BYTES = 16;

const PAGE_NONCE = new RegExp(`^${MARK}[0-9a-f]{${4 * HALF_BYTES}}$`);

/** The text that a wallet signs on one of our pages (docs/api-rules.md, "Wallet sign-in"). @param called the page */
export async function writePageMessage(
  { network, address }: Wallet,
  { purpose, called, statement }: { purpose: Purpose; called: Called; statement: string },
): Promise<string> {
  const { host, origin } = pageOrigin(called.host);
  const nowMs = clock.now();
  const nonce = MARK + randomBytes(HALF_BYTES).toString('hex');
  const unbound = writeMessage({
    ...{ kind: network === BASE ? 'Ethereum' : 'Solana', domain: host, statement, uri: `${origin}${called.path}` },
    address: network === BASE ? await withChecksum(address) : address,
    ...{ version: '1', chainId: network.slice(network.indexOf(':') + 1) },
    nonce,
    ...{ issuedAt: new Date(nowMs).toISOString(), expirationTime: new Date(nowMs + MAX_AGE_MS).toISOString() },
  });
  return withNonce(unbound, nonce, nonce + (await bind(unbound, purpose)));
}

/**
 * Checks that a signed message is one that `writePageMessage` has made for this purpose.
 * @throws ApiError X402_SIGN_IN_INVALID_MESSAGE
 */
export async function requirePageMessage(
  { nonce, message }: Pick<CheckedSignIn, 'nonce' | 'message'>,
  purpose: Purpose,
): Promise<void> {
  const random = nonce.slice(0, MARK.length + 2 * HALF_BYTES);
  const expected = Buffer.from(random + (await bind(withNonce(message, nonce, random), purpose)));
  const given = Buffer.from(nonce);
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw refuse('INVALID_MESSAGE', 'The signed message was not made here for this purpose. Start again.');
}

/**
 * Refuses messages that were signed on one of our pages: they are for that page alone.
 * @throws ApiError X402_SIGN_IN_INVALID_MESSAGE
 */
export function refusePageMessage({ nonce }: CheckedSignIn): void {
  if (!PAGE_NONCE.test(nonce)) return;
  throw refuse('INVALID_MESSAGE', 'This message was signed for a page of this service, not for its API.');
}

/** The capital letters of an address are its checksum (EIP-55), which wallets demand in such messages. */
async function withChecksum(address: string): Promise<string> {
  const { getAddress } = await import('viem');
  return getAddress(address);
}

/** The text with another nonce. A nonce stands once in a text that `parseMessage` accepts. */
function withNonce(text: string, nonce: string, other: string): string {
  return text.replace(`\nNonce: ${nonce}\n`, `\nNonce: ${other}\n`);
}

/** @param unbound the text with the random half of the nonce alone */
async function bind(unbound: string, purpose: Purpose): Promise<string> {
  const name = purpose.kind === 'link' ? `link ${purpose.accountId}` : purpose.kind;
  const digest = createHmac('sha256', await sessionSecret())
    .update(`wallet message, ${name}, ${unbound}`)
    .digest();
  return digest.subarray(0, HALF_BYTES).toString('hex');
}
