import { base64 } from '@scure/base';
import { z } from 'zod';
import { BASE, type Network } from '../../core/wallet';
import { TOKEN_PROGRAM, usdcAccountOf } from '../payment/solana-transaction';
import { BASE_USDC, openBase, USDC_ABI } from './base';
import type { Ask } from './node';

/** In a token account's data: the amount, and the state. Other states than this one are uninitialized or frozen. */
const AMOUNT_OFFSET = 64;
const STATE_OFFSET = 108;
const INITIALIZED = 1;

const Account = z.object({
  value: z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }).nullable(),
});

/**
 * What an account has, in millionths of a USDC.
 * @returns null if it cannot have any: on Solana it needs a token account
 * @throws Error if the node does not answer
 */
export async function readUsdc(network: Network, owner: string, ask: Ask): Promise<bigint | null> {
  if (network !== BASE) return readSolanaUsdc(owner, ask);
  const client = await openBase(ask);
  const { readContract } = await import('viem/actions');
  return readContract(client, {
    ...{ address: BASE_USDC, abi: USDC_ABI, functionName: 'balanceOf' },
    args: [owner as `0x${string}`],
  });
}

/** The same, on Solana. */
export async function readSolanaUsdc(owner: string, ask: Ask): Promise<bigint | null> {
  const account = await usdcAccountOf(owner);
  const params = [account, { encoding: 'base64', commitment: 'confirmed' }];
  const { value } = Account.parse(await ask({ method: 'getAccountInfo', params }));
  if (value?.owner !== TOKEN_PROGRAM) return null;
  const data = Buffer.from(base64.decode(value.data[0]));
  return data[STATE_OFFSET] === INITIALIZED ? data.readBigUInt64LE(AMOUNT_OFFSET) : null;
}
