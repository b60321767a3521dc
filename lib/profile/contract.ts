import { z } from 'zod';
import { Email, MAX_PASSWORD_CHARACTERS, Password } from '../accounts/contract';
import { hasMisleadingMarks, MISLEADING_TEXT_MESSAGE } from '../core/misleading-text';

/** Bounds of what a person types. */
export const MAX_NAME_CHARACTERS = 64;
const MAX_CONFIRM_CHARACTERS = 254;

/** What a person is called. */
const PersonName = z
  .string()
  .trim()
  .min(1, `Must have 1 to ${MAX_NAME_CHARACTERS} characters`)
  .max(MAX_NAME_CHARACTERS, `Must have at most ${MAX_NAME_CHARACTERS} characters`)
  .regex(/^\P{Cc}*$/u, 'Must be one line without control characters')
  .refine((text) => !hasMisleadingMarks(text), MISLEADING_TEXT_MESSAGE);

/** The password that the account has now, for what it alone proves. */
const CurrentPassword = z
  .string()
  .min(1, 'Needed: the password of this account')
  .max(MAX_PASSWORD_CHARACTERS, `Must have at most ${MAX_PASSWORD_CHARACTERS} characters`);

/** The body of `PATCH /api/console/account`: what is absent stays; a name of null takes it away. */
export const ChangeAccount = z
  .strictObject({
    name: PersonName.nullable().optional(),
    email: Email.optional(),
    /** Needed with an e-mail, where the account has one. */
    currentPassword: CurrentPassword.optional(),
  })
  .refine(({ name, email }) => name !== undefined || email !== undefined, {
    path: ['name'],
    message: 'Must be given, or an e-mail: one of the two',
  });
export type ChangeAccount = z.output<typeof ChangeAccount>;

/** The body of `POST /api/console/account/password`. */
export const ChangePassword = z.strictObject({ currentPassword: CurrentPassword.optional(), newPassword: Password });
export type ChangePassword = z.output<typeof ChangePassword>;

/** The body of `DELETE /api/console/account`: `confirm` is the account's e-mail, of a wallet's account the address. */
export const DeleteAccount = z.strictObject({
  confirm: z.string().max(MAX_CONFIRM_CHARACTERS, `Must have at most ${MAX_CONFIRM_CHARACTERS} characters`),
  currentPassword: CurrentPassword.optional(),
});
export type DeleteAccount = z.output<typeof DeleteAccount>;
