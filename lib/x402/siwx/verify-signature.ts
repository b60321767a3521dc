import { createPublicKey, verify } from 'node:crypto';
import { base58, base64 } from '@scure/base';
import { BASE } from '../../core/wallet';
import type { CheckedSignIn } from './check';

/** Checks the signature of a contract wallet on its chain. */
export type ContractCheck = (signed: {
  address: `0x${string}`;
  message: string;
  signature: `0x${string}`;
}) => Promise<boolean>;

/** Bytes of an Ed25519 key, and of a signature by it. */
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** A signature by the key of an address: 65 bytes, hexadecimal. */
const KEY_SIGNATURE = /^0x[0-9a-f]{130}$/i;
/** The last byte of a signature says which of two keys made it; wallets write it in two ways. */
const RECOVERY_IDS = new Map<number, 0 | 1>([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
]);
/** Hexadecimal digits of an address, without `0x`. */
const ADDRESS_DIGITS = 40;
const HEX = /^0x([0-9a-f]{2})+$/i;
const EVM_ADDRESS = /^0x[0-9a-f]{40}$/;

/** Whether the address has the form of its network: 20 bytes on Base, 32 on Solana. */
export function isWellFormed({ network, address }: CheckedSignIn['wallet']): boolean {
  return network === BASE ? EVM_ADDRESS.test(address) : bytesOf(address, 'base58')?.length === KEY_BYTES;
}

/**
 * Whether the wallet has signed the message: EIP-191 or, where the key is not the address's own, by the contract at the
 * address (EIP-1271 and EIP-6492); Ed25519 on Solana.
 * @param checkContract null if no node of Base is configured: then contract wallets cannot sign in
 */
export async function isSigned(
  { wallet: { network, address }, message, signature }: CheckedSignIn,
  checkContract: ContractCheck | null,
): Promise<boolean> {
  if (network !== BASE) return isSignedByKey(address, message, signature);
  if (KEY_SIGNATURE.test(signature) && (await signerOf(message, signature)) === address) return true;
  if (!HEX.test(signature) || checkContract === null) return false;
  return checkContract({ address: address as `0x${string}`, message, signature: signature as `0x${string}` });
}

/**
 * The address whose key made a signature (EIP-191); null if it is none. In WebAssembly, because the same in JavaScript
 * takes 1.5 ms of the event loop.
 */
async function signerOf(message: string, signature: string): Promise<string | null> {
  // Loaded here at first use, because most installations never need them.
  const [{ recover }, { hashMessage, hexToBytes, keccak256 }] = await Promise.all([
    import('tiny-secp256k1'),
    import('viem'),
  ]);
  const bytes = hexToBytes(signature as `0x${string}`);
  const recovery = RECOVERY_IDS.get(bytes[SIGNATURE_BYTES] ?? NaN);
  if (recovery === undefined) return null;
  try {
    const key = recover(hashMessage(message, 'bytes'), bytes.subarray(0, SIGNATURE_BYTES), recovery, false);
    return key && `0x${keccak256(key.subarray(1)).slice(-ADDRESS_DIGITS)}`;
  } catch {
    return null;
  }
}

function isSignedByKey(address: string, message: string, signature: string): boolean {
  const key = bytesOf(address, 'base58');
  if (key?.length !== KEY_BYTES) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  // Some texts are both base58 and base64.
  return (['base58', 'base64'] as const).some((encoding) => {
    const bytes = bytesOf(signature, encoding);
    return bytes?.length === SIGNATURE_BYTES && verify(null, Buffer.from(message), publicKey, bytes);
  });
}

/** Longer texts are no key and no signature; decoding base58 takes time with the square of their length. */
const MAX_CHARACTERS = 88;

function bytesOf(text: string, encoding: 'base58' | 'base64'): Uint8Array | null {
  if (text.length > MAX_CHARACTERS) return null;
  try {
    return encoding === 'base58' ? base58.decode(text) : base64.decode(text);
  } catch {
    return null;
  }
}
