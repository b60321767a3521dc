import { SOLANA } from '../../core/wallet';
import { usdcAccountOf } from '../payment/solana-transaction';
import { chainOf } from './chain-of';
import { checkFees, type NetworkCheck, readFees } from './fees';
import type { Ask } from './node';
import { readSolanaUsdc } from './usdc-balance';

/**
 * Checks what payments on Solana need.
 * @param setting that names the node
 * @param payTo the receiver
 * @param feePayer the account of ours that pays the fees; null if a service does
 * @throws Error if the node does not answer
 */
export async function checkSolana(
  ask: Ask,
  setting: string,
  payTo: string,
  feePayer: string | null,
): Promise<NetworkCheck[]> {
  if ((await chainOf(SOLANA, ask)) !== SOLANA) {
    return [{ ok: false, message: `The node of ${setting} is not on the main network of Solana.` }];
  }
  const checks = [{ ok: true, message: `The node of ${setting} is on Solana.` }, await checkReceiver(ask, payTo)];
  if (feePayer === null) return checks;
  return [...checks, await checkFees(SOLANA, feePayer, await readFees(SOLANA, feePayer, ask))];
}

/** A payment does not create the receiver's account, so it must exist before. */
async function checkReceiver(ask: Ask, payTo: string): Promise<NetworkCheck> {
  return (await readSolanaUsdc(payTo, ask)) === null
    ? { ok: false, message: `${payTo} has no account for USDC that can receive: send it some USDC once.` }
    : { ok: true, message: `${payTo} has an account for USDC: ${await usdcAccountOf(payTo)}.` };
}
