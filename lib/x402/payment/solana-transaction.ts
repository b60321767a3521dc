import { createHash } from 'node:crypto';
import { base64 } from '@scure/base';
import type { CompiledTransactionMessage } from '@solana/kit';
import { SOLANA, USDC } from '../../core/wallet';

/** The program of USDC and most other tokens. */
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
/** The program that derives the addresses of accounts for tokens. */
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
/** The program that sets the limit and the price of a transaction's computation. */
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
/** The first byte of an instruction's data says which one it is: of the compute budget, and of the token program. */
export const SET_COMPUTE_UNIT_LIMIT = 2;
export const SET_COMPUTE_UNIT_PRICE = 3;
export const TRANSFER_CHECKED = 12;

/** No transaction is longer, or it would not fit into a packet of the network. */
const MAX_BYTES = 1_232;

/** A decoded transaction. */
export type SolanaTransaction = {
  message: CompiledTransactionMessage;
  /** SHA-256 of the message's bytes, hexadecimal: what its signers have signed, and the same with every signature. */
  key: string;
  /** SHA-256 of all bytes, signatures included, hexadecimal. */
  fingerprint: string;
};

/** Decodes a transaction with its signatures, in base64. @returns null if it is none */
export async function decodeTransaction(text: string): Promise<SolanaTransaction | null> {
  // Loaded here at first use, because most installations never need it.
  const { getCompiledTransactionMessageCodec, getTransactionDecoder } = await import('@solana/kit');
  try {
    const bytes = base64.decode(text);
    if (bytes.length > MAX_BYTES) return null;
    const { messageBytes } = getTransactionDecoder().decode(bytes);
    const codec = getCompiledTransactionMessageCodec();
    const message = codec.decode(messageBytes);
    // A message with bytes to spare would be the same one under another key.
    if (!Buffer.from(messageBytes).equals(Buffer.from(codec.encode(message)))) return null;
    return { message, key: sha256(Buffer.from(messageBytes)), fingerprint: sha256(bytes) };
  } catch {
    return null;
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The address of the owner's account for USDC (its associated token account). @throws Error if it is no address */
export async function usdcAccountOf(owner: string): Promise<string> {
  const { address, getAddressEncoder, getProgramDerivedAddress } = await import('@solana/kit');
  const seeds = [owner, TOKEN_PROGRAM, USDC[SOLANA]].map((part) => getAddressEncoder().encode(address(part)));
  const [account] = await getProgramDerivedAddress({ programAddress: address(ASSOCIATED_TOKEN_PROGRAM), seeds });
  return account;
}
