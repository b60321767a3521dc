import { base64 } from '@scure/base';
import { z } from 'zod';
import { SOLANA } from '../../core/wallet';
import { ownFeePayer } from '../rails';
import { TOKEN_PROGRAM, usdcAccountOf } from '../payment/solana-transaction';
import { checkFees, type NetworkCheck } from './fees';
import type { Ask } from './node';

/** Fees for some hundred payments, in lamports: 0.01 SOL. */
const SOL = { minimum: 10_000_000n, decimals: 9, unit: 'SOL' };
/** In a token account's data, the state; others than this one are uninitialized or frozen. */
const STATE_OFFSET = 108;
const INITIALIZED = 1;

const Balance = z.object({ value: z.number().transform(BigInt) });
const Account = z.object({
  value: z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }).nullable(),
});

/**
 * Checks what payments on Solana need.
 * @param setting that names the node
 * @param payTo the receiver
 * @throws Error if the node does not answer
 */
export async function checkSolana(ask: Ask, setting: string, payTo: string): Promise<NetworkCheck[]> {
  const genesis = z.string().parse(await ask({ method: 'getGenesisHash', params: [] }));
  // CAIP-2 names a network by the first characters of this hash.
  if (!genesis.startsWith(SOLANA.slice('solana:'.length))) {
    return [{ ok: false, message: `The node of ${setting} is not on the main network of Solana.` }];
  }
  const checks = [{ ok: true, message: `The node of ${setting} is on Solana.` }, await checkReceiver(ask, payTo)];
  const address = ownFeePayer();
  if (address === null) return checks;
  const params = [address, { commitment: 'confirmed' }];
  const { value: balance } = Balance.parse(await ask({ method: 'getBalance', params }));
  return [...checks, await checkFees({ address, balance, ...SOL })];
}

/** A payment does not create the receiver's account, so it must exist before. */
async function checkReceiver(ask: Ask, payTo: string): Promise<NetworkCheck> {
  const account = await usdcAccountOf(payTo);
  const params = [account, { encoding: 'base64', commitment: 'confirmed' }];
  const { value } = Account.parse(await ask({ method: 'getAccountInfo', params }));
  const state = value?.owner === TOKEN_PROGRAM ? base64.decode(value.data[0])[STATE_OFFSET] : undefined;
  return state === INITIALIZED
    ? { ok: true, message: `${payTo} has an account for USDC: ${account}.` }
    : { ok: false, message: `${payTo} has no account for USDC that can receive: send it some USDC once.` };
}
