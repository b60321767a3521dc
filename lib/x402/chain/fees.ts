import { z } from 'zod';
import { BASE, type Network, SOLANA } from '../../core/wallet';
import type { Ask } from './node';

/** One thing that payments on a network need, in words for the operator. */
export type NetworkCheck = { ok: boolean; message: string };

/** What pays the fees of a network, and how much of it is enough for some hundred payments. */
export const FEES: Record<Network, { unit: 'ETH' | 'SOL'; decimals: number; minimum: bigint }> = {
  // 0.0005 ETH, in wei, and 0.01 SOL, in lamports.
  [BASE]: { unit: 'ETH', decimals: 18, minimum: 500_000_000_000_000n },
  [SOLANA]: { unit: 'SOL', decimals: 9, minimum: 10_000_000n },
};

const Wei = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
const Lamports = z.object({ value: z.number().transform(BigInt) });

/**
 * What an account has to pay fees, in the smallest unit.
 * @throws Error if the node does not answer
 */
export async function readFees(network: Network, address: string, ask: Ask): Promise<bigint> {
  if (network === BASE) return Wei.parse(await ask({ method: 'eth_getBalance', params: [address, 'latest'] }));
  const params = [address, { commitment: 'confirmed' }];
  return Lamports.parse(await ask({ method: 'getBalance', params })).value;
}

/** Whether an account can pay fees for a while. */
export async function checkFees(network: Network, address: string, balance: bigint): Promise<NetworkCheck> {
  const { unit, decimals, minimum } = FEES[network];
  const { formatUnits } = await import('viem');
  const [has, needs] = [formatUnits(balance, decimals), formatUnits(minimum, decimals)];
  return balance >= minimum
    ? { ok: true, message: `${address} has ${has} ${unit} to pay fees.` }
    : { ok: false, message: `${address} has ${has} ${unit} to pay fees: send it ${needs} ${unit} or more.` };
}
