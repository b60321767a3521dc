import { generateKeyPairSync, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { SOLANA } from '../../core/wallet';
import { type SignInMessage, writeMessage } from './message';

/** For tests: a wallet with a new key, which signs texts. */
export type TestWallet = {
  address: string;
  kind: SignInMessage['kind'];
  chainId: string;
  sign(text: string): Promise<string>;
};

/** A wallet of Base. */
export function evmWallet(): TestWallet {
  const account = privateKeyToAccount(generatePrivateKey());
  return {
    ...{ address: account.address, kind: 'Ethereum', chainId: '8453' },
    sign: (message) => account.signMessage({ message }),
  };
}

/** A wallet of Solana, whose signatures are written in base58. */
export function solanaWallet(): TestWallet {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return {
    ...{ address: base58.encode(bytes), kind: 'Solana', chainId: SOLANA },
    sign: (text) => Promise.resolve(base58.encode(sign(null, Buffer.from(text), privateKey))),
  };
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
