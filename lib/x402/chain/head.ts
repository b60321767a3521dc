import { z } from 'zod';
import { BASE, type Network } from '../../core/wallet';
import type { Payment } from '../payment/payment';
import { type Ask, askOf, nodeOf } from './node';

const Count = z.number().int().nonnegative().transform(BigInt);
const Hex = z
  .string()
  .regex(/^0x[0-9a-f]{1,16}$/i)
  .transform(BigInt);
const LatestBlockhash = z.object({ value: z.object({ lastValidBlockHeight: Count }) });

/**
 * Blocks by which two nodes behind one address may differ: a blockhash that one node knows may be newer than the newest
 * one of another.
 */
const LAG_BLOCKS = 32n;

/**
 * The newest block of a network, as the place where the search for a payment starts. Ask before the payment is
 * verified.
 * @returns a block number on Base, a slot on Solana
 * @throws Error if the node does not answer
 */
export async function headBlock(network: Network, signal?: AbortSignal): Promise<bigint> {
  const ask = askOf(nodeOf(network), signal);
  if (network === BASE) return Hex.parse(await ask({ method: 'eth_blockNumber', params: [] }));
  return Count.parse(await ask({ method: 'getSlot', params: [{ commitment: 'confirmed' }] }));
}

/**
 * When a payment expires. Ask after it was verified: only then is its blockhash known to be old enough.
 * @returns seconds since 1970 on Base; on Solana a block height at which its blockhash is certainly too old
 * @throws Error if the node does not answer
 */
export async function expiryOf(payment: Payment, signal?: AbortSignal): Promise<bigint> {
  if (payment.network === BASE) return payment.expiresAt;
  return (await lastValidHeight(askOf(nodeOf(payment.network), signal))) + LAG_BLOCKS;
}

/** The height up to which the newest blockhash of Solana can be used. */
async function lastValidHeight(ask: Ask): Promise<bigint> {
  const answer = await ask({ method: 'getLatestBlockhash', params: [{ commitment: 'confirmed' }] });
  return LatestBlockhash.parse(answer).value.lastValidBlockHeight;
}
