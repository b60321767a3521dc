import { DAY_MS, SECOND_MS } from '../../core/time';
import { BASE } from '../../core/wallet';
import { clock } from '../../platform/clock';
import type { Payment } from '../payment/payment';
import type { Verdict } from './spec';

/**
 * Refuses a payment that can be carried out for longer than a day: for so long, nobody would know that it has failed.
 * On Solana, a payment is valid for about a minute.
 * @returns null if its lifetime is fine
 */
export function checkLifetime({ network, expiresAt }: Payment): Verdict | null {
  const isTooLong = network === BASE && expiresAt > BigInt(Math.floor((clock.now() + DAY_MS) / SECOND_MS));
  const message = 'The payment must expire within a day (validBefore).';
  return isTooLong ? { isValid: false, reason: 'valid_for_too_long', message } : null;
}
