import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { createKeyPairSignerFromPrivateKeyBytes, getAddressEncoder } from '@solana/kit';
import { type Address, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';

const SEED_BYTES = 32;

/** An address and its private key, in the form that settings and wallets take. */
export type Keys = { address: string; key: string };

/** A new key of Base. */
export function createBaseKeys(): { address: Address; key: Hex } {
  const key = generatePrivateKey();
  return { address: privateKeyToAddress(key), key };
}

/** A new key of Solana: private and public key in base58, as Solana wallets export it. */
export async function createSolanaKeys() {
  const seed = new Uint8Array(randomBytes(SEED_BYTES));
  const { address } = await createKeyPairSignerFromPrivateKeyBytes(seed);
  return { address, key: base58.encode(new Uint8Array([...seed, ...getAddressEncoder().encode(address)])) };
}
