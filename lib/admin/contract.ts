import { z } from 'zod';
import { Email } from '../accounts/contract';
import { MAX_NANO_USD, parseUsd } from '../core/money';
import { KeyDescription } from '../keys/contract';

const MAX_REFERENCE_CHARACTERS = 100;

/** Whom an order is about. */
const OfAccount = z.object({ email: Email });

/** What a new key is to be. */
export const KeyOrder = OfAccount.extend({
  type: z.enum(['INFERENCE', 'ADMIN']),
  description: KeyDescription,
});

/** How much credit for whom. The same reference is booked once. */
export const GrantOrder = OfAccount.extend({
  usd: z.string().transform((text, context) => {
    const nanoUsd = parseUsd(text);
    if (nanoUsd === null || nanoUsd === 0n || nanoUsd > MAX_NANO_USD) {
      context.addIssue('Must be an amount of USD above 0, such as 25 or 2.50');
      return z.NEVER;
    }
    return nanoUsd;
  }),
  reference: z
    .string()
    .regex(/^[\w.:@/-]+$/, 'Must be letters, digits and . : @ / _ -')
    .max(MAX_REFERENCE_CHARACTERS)
    .optional(),
});

/** The operator's verbs with their inputs, as the admin command sends them to a running server. */
export const Order = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('createKey'), input: KeyOrder }),
  z.object({ verb: z.literal('createAccount'), input: OfAccount }),
  z.object({ verb: z.literal('resetLink'), input: OfAccount }),
  z.object({ verb: z.literal('inviteLink'), input: z.object({}) }),
  z.object({ verb: z.literal('grantCredit'), input: GrantOrder }),
]);
export type Order = z.output<typeof Order>;
export type OrderInput = z.input<typeof Order>;
