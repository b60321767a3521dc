import { z } from 'zod';
import { Email } from '../accounts/contract';
import { KeyDescription } from '../keys/contract';
import { GrantCredit, isEither, SetStake } from './contract';

/** What the admin command sends to a running server; what the owner's page sends stands in `contract.ts`. */

/** A person's e-mail: of an account that is to be made, or whose password is to be set. */
const OfPerson = z.object({ email: Email });

/** Whether an account is named by its wallet, lower-case, and not by an e-mail. */
export function isWallet(holder: string): boolean {
  return /^0x[0-9a-f]{40}$/.test(holder);
}

/** Whom an order is about: by the e-mail, or by the wallet that holds the account in its stead. */
const Holder = z
  .string()
  .trim()
  .toLowerCase()
  .refine(
    (text) => isWallet(text) || Email.safeParse(text).success,
    'Must be an e-mail address, or a wallet: 0x and 40 hexadecimal digits',
  );
const OfAccount = z.object({ email: Holder });

/** What a new key is to be. */
export const KeyOrder = OfPerson.extend({
  type: z.enum(['INFERENCE', 'ADMIN']),
  description: KeyDescription,
});

/** A credit, and for whom. */
export const CreditOrder = OfAccount.extend(GrantCredit.shape);

/** What an account has staked: an amount, or the wallet whose stake is read. */
export const StakeOrder = OfAccount.extend(SetStake.shape).refine(isEither, {
  path: ['diem'],
  message: 'Give an amount, or a --wallet: one of the two',
});

/** Which accounts to list: those behind an e-mail or a wallet. */
export const ListOrder = z.object({ after: Holder.optional() });

/** Where to write a backup, seen from the process that writes it. */
const BackupOrder = z.object({
  file: z.string().regex(/^(\/|[A-Za-z]:[\\/])[^\0]+$/, 'Must be an absolute path'),
});

/** The operator's verbs with their inputs, as the admin command sends them to a running server. */
export const Order = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('createKey'), input: KeyOrder }),
  z.object({ verb: z.literal('createAccount'), input: OfPerson }),
  z.object({ verb: z.literal('resetLink'), input: OfPerson }),
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
