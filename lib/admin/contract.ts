import { z } from 'zod';
import { Email } from '../accounts/contract';
import { MAX_NANO_USD, parseUsd } from '../core/money';
import { KeyDescription } from '../keys/contract';

const MAX_REFERENCE_CHARACTERS = 100;

/**
 * An amount as an operator types it, read to nano units. A comma is refused: `1,000` is a thousand to some and one to
 * others.
 */
function amount(unit: 'USD' | 'DIEM', least: 'above 0' | 'of 0 or more') {
  return z.string().transform((text, context) => {
    const nano = /^[\d.]+$/.test(text.replace(unit === 'USD' ? /^\$/ : '', '')) ? parseUsd(text) : null;
    if (nano === null || nano > MAX_NANO_USD || (nano === 0n && least === 'above 0')) {
      context.addIssue(`Must be an amount of ${unit} ${least}, such as 25 or 2.50, without a comma`);
      return z.NEVER;
    }
    return nano;
  });
}

/** Whom an order is about. */
const OfAccount = z.object({ email: Email });

/** What a new key is to be. */
export const KeyOrder = OfAccount.extend({
  type: z.enum(['INFERENCE', 'ADMIN']),
  description: KeyDescription,
});

/** How much credit for whom, and why. The same reference is booked once; who sends it makes it, to be able to repeat it. */
export const CreditOrder = OfAccount.extend({
  usd: amount('USD', 'above 0'),
  kind: z.enum(['GRANT', 'TOP_UP', 'REFUND']).default('GRANT'),
  reference: z
    .string()
    .regex(/^[\w.:@/-]+$/, 'Must be letters, digits and . : @ / _ -')
    .max(MAX_REFERENCE_CHARACTERS),
});

/** What an account has staked: an amount, or the wallet whose stake is read. */
export const StakeOrder = OfAccount.extend({
  diem: amount('DIEM', 'of 0 or more').optional(),
  wallet: z
    .string()
    .regex(/^0x[0-9a-f]{40}$/i, 'Must be an address: 0x and 40 hexadecimal digits')
    .optional(),
}).refine(({ diem, wallet }) => (diem === undefined) !== (wallet === undefined), {
  path: ['diem'],
  message: 'Give an amount, or a --wallet: one of the two',
});

/** Which accounts to list: those behind an e-mail. */
export const ListOrder = z.object({ after: Email.optional() });

/** Where to write a backup, seen from the process that writes it. */
const BackupOrder = z.object({
  file: z.string().regex(/^(\/|[A-Za-z]:[\\/])[^\0]+$/, 'Must be an absolute path'),
});

/** The operator's verbs with their inputs, as the admin command sends them to a running server. */
export const Order = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('createKey'), input: KeyOrder }),
  z.object({ verb: z.literal('createAccount'), input: OfAccount }),
  z.object({ verb: z.literal('resetLink'), input: OfAccount }),
  z.object({ verb: z.literal('inviteLink'), input: z.object({}) }),
  z.object({ verb: z.literal('showAccount'), input: OfAccount }),
  z.object({ verb: z.literal('listAccounts'), input: ListOrder }),
  z.object({ verb: z.literal('blockAccount'), input: OfAccount }),
  z.object({ verb: z.literal('unblockAccount'), input: OfAccount }),
  z.object({ verb: z.literal('creditAccount'), input: CreditOrder }),
  z.object({ verb: z.literal('stakeAccount'), input: StakeOrder }),
  z.object({ verb: z.literal('verifyLedger'), input: z.object({}) }),
  z.object({ verb: z.literal('writeBackup'), input: BackupOrder }),
  z.object({ verb: z.literal('listUpstreams'), input: z.object({}) }),
]);
export type Order = z.output<typeof Order>;
export type OrderInput = z.input<typeof Order>;
