import { MINUTE_MS, SECOND_MS } from '../../core/time';
import { BASE } from '../../core/wallet';
import { clock } from '../../platform/clock';
import type { Payment } from '../payment/payment';
import type { Verdict } from './spec';

/** We ask for five minutes; the rest is for clocks that are ahead, and for clients that sign for somewhat longer. */
const MAX_MINUTES = 15;

/**
 * Refuses a payment that can be carried out for longer than 15 minutes: for so long, nobody would know that it has failed,
 * and it would be checked again and again. On Solana, a payment is valid for about a minute.
 * @returns null if its lifetime is fine
 */
export function checkLifetime({ network, expiresAt }: Payment): Verdict | null {
  const latest = BigInt(Math.floor((clock.now() + MAX_MINUTES * MINUTE_MS) / SECOND_MS));
  if (network !== BASE || expiresAt <= latest) return null;
  const message = `The payment must expire within ${MAX_MINUTES} minutes (validBefore).`;
  return { isValid: false, reason: 'valid_for_too_long', message };
}
