import { z } from 'zod';
import { Email } from '../accounts/contract';
import { walletOf } from '../core/wallet';
import { KeyDescription } from '../keys/contract';
import { GrantCredit, isEither, RefundPayment, SetStake } from './contract';
import { ProviderCommand } from './providers/command';
import { AddSourceCommand, RemoveSourceCommand } from './search-index/sources';

/** What the admin command sends to a running server; what the owner's page sends is in `contract.ts`. */

/** A user's email: for a new account, or one whose password is to be set. */
const OfPerson = z.object({ email: Email });

/** Whether an account is identified by a wallet, and not by an email. */
export function isWallet(holder: string): boolean {
  return walletOf(holder) !== null;
}

/** The account of a command: its email, its wallet, or one that is linked to it. Addresses of Solana keep their case. */
const Holder = z
  .string()
  .trim()
  .transform((text) => walletOf(text)?.address ?? text.toLowerCase())
  .refine(
    (text) => isWallet(text) || Email.safeParse(text).success,
    'Must be an email address, or a wallet: 0x and 40 hexadecimal digits, or 32 to 44 characters of base58',
  );
const OfAccount = z.object({ email: Holder });

/** The settings of a new key. */
export const KeyCommand = OfPerson.extend({
  type: z.enum(['INFERENCE', 'ADMIN']),
  description: KeyDescription,
});

/** A credit and its account. */
export const CreditCommand = OfAccount.extend(GrantCredit.shape);

/** A refund and its payment. */
const RefundCommand = z.object({ payment: z.string().trim(), ...RefundPayment.shape });

/** A stake: an amount, or the wallet whose stake is read. */
export const StakeCommand = OfAccount.extend(SetStake.shape).refine(isEither, {
  path: ['diem'],
  message: 'Use either --diem or --wallet',
});

/** Whether an account is an owner. */
const RoleCommand = OfAccount.extend({ role: z.enum(['owner', 'member']) });

/** Which accounts to list: those after an email or a wallet. */
export const ListCommand = z.object({ after: Holder.optional() });

/** Where to write a backup, as seen by the process that writes it. */
const BackupCommand = z.object({
  file: z.string().regex(/^(\/|[A-Za-z]:[\\/])[^\0]+$/, 'Must be an absolute path'),
});

/** The operator's commands with their inputs, as the admin command sends them to a running server. */
export const Command = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('createKey'), input: KeyCommand }),
  z.object({ verb: z.literal('createAccount'), input: OfPerson }),
  z.object({ verb: z.literal('resetLink'), input: OfPerson }),
  z.object({ verb: z.literal('inviteLink'), input: z.object({}) }),
  z.object({ verb: z.literal('showAccount'), input: OfAccount }),
  z.object({ verb: z.literal('listAccounts'), input: ListCommand }),
  z.object({ verb: z.literal('blockAccount'), input: OfAccount }),
  z.object({ verb: z.literal('unblockAccount'), input: OfAccount }),
  z.object({ verb: z.literal('creditAccount'), input: CreditCommand }),
  z.object({ verb: z.literal('refundPayment'), input: RefundCommand }),
  z.object({ verb: z.literal('stakeAccount'), input: StakeCommand }),
  z.object({ verb: z.literal('verifyLedger'), input: z.object({}) }),
  z.object({ verb: z.literal('writeBackup'), input: BackupCommand }),
  z.object({ verb: z.literal('listUpstreams'), input: z.object({}) }),
  z.object({ verb: z.literal('addToIndex'), input: AddSourceCommand }),
  z.object({ verb: z.literal('listIndex'), input: z.object({}) }),
  z.object({ verb: z.literal('removeFromIndex'), input: RemoveSourceCommand }),
  z.object({ verb: z.literal('provider'), input: ProviderCommand }),
  z.object({ verb: z.literal('setRole'), input: RoleCommand }),
]);
export type Command = z.output<typeof Command>;
export type CommandInput = z.input<typeof Command>;
