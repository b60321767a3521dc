import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { SOLANA } from '../../core/wallet';
import { type SignInMessage, writeMessage } from './message';

/** For tests: a wallet that signs texts. */
export type TestWallet = {
  address: string;
  kind: SignInMessage['kind'];
  chainId: string;
  sign(text: string): Promise<string>;
};

/** A wallet of Base. @param key its own; by default a new one */
export function evmWallet(key = generatePrivateKey()): TestWallet {
  const account = privateKeyToAccount(key);
  return {
    ...{ address: account.address, kind: 'Ethereum', chainId: '8453' },
    sign: (message) => account.signMessage({ message }),
  };
}

/**
 * A wallet of Solana, whose signatures are written in base58.
 * @param key its own, private and public key in base58; by default a new one
 */
export function solanaWallet(key?: string): TestWallet {
  const privateKey = key === undefined ? generateKeyPairSync('ed25519').privateKey : solanaKey(base58.decode(key));
  const bytes = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url');
  return {
    ...{ address: base58.encode(bytes), kind: 'Solana', chainId: SOLANA },
    sign: (text) => Promise.resolve(base58.encode(sign(null, Buffer.from(text), privateKey))),
  };
}

const SEED_BYTES = 32;

function solanaKey(bytes: Uint8Array): KeyObject {
  const [d, x] = [bytes.subarray(0, SEED_BYTES), bytes.subarray(SEED_BYTES)].map((half) =>
    Buffer.from(half).toString('base64url'),
  );
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
}

let nonces = 0;

/** A message of a wallet, as a client builds it now. */
export function messageOf({ address, kind, chainId }: TestWallet, more: Partial<SignInMessage> = {}): SignInMessage {
  return {
    ...{ kind, address, chainId, domain: 'localhost:3000', uri: 'http://localhost:3000/api/v1/chat/completions' },
    ...{ version: '1', nonce: `testnonce${(nonces += 1)}`, issuedAt: new Date().toISOString() },
    ...more,
  };
}

/** The header of a payload. */
export function headerOf(payload: object): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}

/** A header that a wallet has signed, with the text of its message. @param payload replaces members of the JSON */
export async function signInHeader(
  wallet: TestWallet,
  more: Partial<SignInMessage> = {},
  payload: object = {},
): Promise<string> {
  const message = writeMessage(messageOf(wallet, more));
  return headerOf({ address: wallet.address, message, signature: await wallet.sign(message), ...payload });
}
