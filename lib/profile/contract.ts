import { z } from 'zod';
import { Email, MAX_PASSWORD_CHARACTERS, Password } from '../accounts/contract';
import type { Network, Wallet } from '../core/wallet';
import { hasMisleadingMarks, MISLEADING_TEXT_MESSAGE } from '../core/text/misleading-text';

/** Limits of user input. */
export const MAX_NAME_CHARACTERS = 64;
const MAX_CONFIRM_CHARACTERS = 254;

/** A display name. */
const PersonName = z
  .string()
  .trim()
  .min(1, `Must have 1 to ${MAX_NAME_CHARACTERS} characters`)
  .max(MAX_NAME_CHARACTERS, `Must have at most ${MAX_NAME_CHARACTERS} characters`)
  .regex(/^\P{Cc}*$/u, 'Must be one line without control characters')
  .refine((text) => !hasMisleadingMarks(text), MISLEADING_TEXT_MESSAGE);

/** The current password of the account, as proof of identity. */
const CurrentPassword = z
  .string()
  .min(1, 'Enter your current password')
  .max(MAX_PASSWORD_CHARACTERS, `Must have at most ${MAX_PASSWORD_CHARACTERS} characters`);

/** The body of `PATCH /api/console/account`: absent members are unchanged; a name of null removes it. */
export const ChangeAccount = z
  .strictObject({
    name: PersonName.nullable().optional(),
    email: Email.optional(),
    /** Required with an email if the account has a password. */
    currentPassword: CurrentPassword.optional(),
  })
  .refine(({ name, email }) => name !== undefined || email !== undefined, {
    path: ['name'],
    message: 'Enter a name or an email',
  });
export type ChangeAccount = z.output<typeof ChangeAccount>;

/** The body of `POST /api/console/account/password`. */
export const ChangePassword = z.strictObject({ currentPassword: CurrentPassword.optional(), newPassword: Password });
export type ChangePassword = z.output<typeof ChangePassword>;

/**
 * The body of `DELETE /api/console/account`: `confirm` is the account's email, or the address for a wallet's account.
 */
export const DeleteAccount = z.strictObject({
  confirm: z.string().max(MAX_CONFIRM_CHARACTERS, `Must have at most ${MAX_CONFIRM_CHARACTERS} characters`),
  currentPassword: CurrentPassword.optional(),
});
export type DeleteAccount = z.output<typeof DeleteAccount>;

/** A wallet of the account, and whether it is the only way to sign in, so that it cannot be unlinked. */
export type LinkedWallet = Wallet & { onlyWayIn: boolean };

/** The answer to `GET /api/console/account/wallets`. */
export type LinkedWallets = {
  /** The networks whose wallets can be linked here. */
  networks: Network[];
  wallets: LinkedWallet[];
};

/** The longest signed message, base64. */
const MAX_SIGN_IN_CHARACTERS = 8_192;

/** The body of `POST /api/console/account/wallets`. */
export const LinkWallet = z.strictObject({
  /** The signed message, as in the header `SIGN-IN-WITH-X`. */
  signIn: z.string().min(1).max(MAX_SIGN_IN_CHARACTERS, `Must have at most ${MAX_SIGN_IN_CHARACTERS} characters`),
  /** Whether the wallet's own account may be merged into this one. */
  merge: z.boolean().default(false),
});
export type LinkWallet = z.output<typeof LinkWallet>;

/**
 * The answer to it: the wallet is linked, or it has an account of its own with something in it, whose merge needs the
 * consent of its holder. Then nothing has changed, and the same body can be sent again with `merge`.
 */
export type LinkOutcome = { linked: true; movedUsd: number } | ({ linked: false } & MergeContents);

/** What a wallet's own account has in it. */
export type MergeContents = {
  creditUsd: number;
  keys: number;
  characters: number;
  documents: number;
  /** Of these, what the other account has under the same address or name: they are deleted, and do not move. */
  documentsOfBoth: number;
  sharedChats: number;
  /** Of these, what the other account shares, too, by a link of its own: their links end. */
  sharedChatsOfBoth: number;
};

/**
 * Which of the first steps an account has done: `GET /api/console/first-steps`. Each is read from what the account has,
 * so that it is done however it was done.
 */
export type FirstSteps = {
  /** Whether the account is less than a month old; an older one is not reminded of them. */
  isNew: boolean;
  /** An answer in the chat. */
  chat: boolean;
  /** A key, revoked ones included. */
  key: boolean;
  /** An answer to a request with a key. */
  request: boolean;
  /** An invitation, or another account; null for accounts that cannot invite. */
  invite: boolean | null;
};
