import type { Hex } from 'viem';
import { ApiError } from '../../core/errors';
import { BASE, SOLANA } from '../../core/wallet';
import { keyOf } from './keys';

/** The account of a test wallet on Base. */
export async function baseSigner(wallet: string) {
  const { privateKeyToAccount } = await import('viem/accounts');
  return privateKeyToAccount(toHex(await keyOf(wallet, BASE)));
}

/** The address and the keys of a test wallet on Solana. */
export async function solanaSigner(wallet: string) {
  const { createKeyPairFromPrivateKeyBytes, getAddressFromPublicKey } = await import('@solana/kit');
  const keyPair = await createKeyPairFromPrivateKeyBytes(await keyOf(wallet, SOLANA));
  return { keyPair, address: await getAddressFromPublicKey(keyPair.publicKey) };
}

const toHex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;

/** What cannot be signed, with the reason. */
export function notSignable(what: string, cause: unknown): ApiError {
  const reason = cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : String(cause);
  return new ApiError('INVALID_REQUEST', `The test wallet cannot sign this ${what}: ${reason}`, { cause });
}
