import { z } from 'zod';
import { BASE, type Network, SOLANA } from '../../core/wallet';
import type { Ask } from './node';

const ChainId = z
  .string()
  .regex(/^0x[0-9a-f]{1,16}$/i)
  .transform(BigInt);
const SOLANA_PREFIX = 'solana:';
/** CAIP-2 names a network of Solana by the first characters of the hash of its first block. */
const NAME_CHARACTERS = SOLANA.length - SOLANA_PREFIX.length;

/**
 * The network that a node is really on, as CAIP-2 writes it.
 * @param network the one that it should be on
 * @throws Error if the node does not answer
 */
export async function chainOf(network: Network, ask: Ask): Promise<string> {
  if (network === BASE) return `eip155:${ChainId.parse(await ask({ method: 'eth_chainId', params: [] }))}`;
  const genesis = z.string().parse(await ask({ method: 'getGenesisHash', params: [] }));
  return SOLANA_PREFIX + genesis.slice(0, NAME_CHARACTERS);
}
