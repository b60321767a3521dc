import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { SOLANA } from '../../lib/core/wallet';
import { writeMessage } from '../../lib/x402/siwx/message';
import { type Attack, floodOf, fromAddress, type Target } from './attack';

const ADDRESS_BYTES = 20;
const NONCE_BYTES = 32;
/** A signature by a key, before its last byte. */
const SIGNATURE_BYTES = 64;
const LIFETIME_SECONDS = 300;
/** Just below the longest header that is read. */
const GARBAGE_BYTES = 6_000;
const CHAT = '/api/v1/chat/completions';
const TOP_UP = '/api/v1/x402/top-up';

const header = (name: string, payload: object): string =>
  `${name}: ${Buffer.from(JSON.stringify(payload)).toString('base64')}\r\n`;

const hex = (bytes: number): string => `0x${randomBytes(bytes).toString('hex')}`;

const messageOf = (kind: 'Ethereum' | 'Solana', address: string): string =>
  writeMessage({
    ...{ kind, address, domain: 'localhost', uri: 'http://localhost/', version: '1' },
    ...{ chainId: kind === 'Solana' ? SOLANA : '8453', nonce: randomBytes(16).toString('hex') },
    issuedAt: new Date().toISOString(),
  });

/** A sign-in of a new wallet on Base. Some key has made its signature, but not the wallet's: that takes a recovery. */
function wrongSignIn(): string {
  const address = hex(ADDRESS_BYTES);
  const signature = `${hex(SIGNATURE_BYTES)}1b`;
  return header('sign-in-with-x', { address, message: messageOf('Ethereum', address), signature });
}

/** A valid sign-in of a new wallet on Solana. */
function rightSignIn(): { address: string; line: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = base58.encode(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
  const message = messageOf('Solana', address);
  const signature = base58.encode(sign(null, Buffer.from(message), privateKey));
  return { address, line: header('sign-in-with-x', { address, message, signature }) };
}

/** A payment of 5 USDC by an address that has none, with a signature of nobody's. */
function unpayable({ payTo }: Target): string {
  const authorization = {
    ...{ from: hex(ADDRESS_BYTES), to: payTo, value: '5000000', validAfter: '0', nonce: hex(NONCE_BYTES) },
    validBefore: String(Math.floor(Date.now() / 1_000) + LIFETIME_SECONDS),
  };
  const payload = { signature: `${hex(SIGNATURE_BYTES)}1b`, authorization };
  return header('payment-signature', { x402Version: 1, scheme: 'exact', network: 'base', payload });
}

const garbage = (): string => randomBytes(GARBAGE_BYTES).toString('base64');
const nested = Buffer.from('['.repeat(GARBAGE_BYTES)).toString('base64');

/** Attacks by callers that claim to be wallets, each request from an address of its own, so that no limit stops them. */
export const WALLET_ATTACKS: Record<string, Attack> = {
  'wrong sign-ins of wallets': floodOf((n) => ({
    method: 'POST',
    path: CHAT,
    headers: fromAddress(n) + wrongSignIn(),
  })),
  'right sign-ins of new wallets': floodOf((n) => {
    const { address, line } = rightSignIn();
    return { path: `/api/v1/x402/balance/${address}`, headers: fromAddress(n) + line };
  }),
  // In turn: bytes, and JSON that is nested as deeply as the header allows.
  'garbage of wallets': floodOf((n) => ({
    method: 'POST',
    path: CHAT,
    headers: `${fromAddress(n)}sign-in-with-x: ${n % 2 === 0 ? garbage() : nested}\r\n`,
  })),
  'garbage payments': floodOf((n) => ({
    method: 'POST',
    path: TOP_UP,
    headers: `${fromAddress(n)}payment-signature: ${n % 2 === 0 ? garbage() : nested}\r\n`,
  })),
  // Each is asked about at a slow node.
  'unpayable payments': floodOf((n, target) => ({
    method: 'POST',
    path: TOP_UP,
    headers: fromAddress(n) + unpayable(target),
  })),
};
