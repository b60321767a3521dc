import { z } from 'zod';

/** Bounds of what a person types. */
const MAX_EMAIL_CHARACTERS = 254;
export const MIN_PASSWORD_CHARACTERS = 10;
export const MAX_PASSWORD_CHARACTERS = 200;
const MAX_TOKEN_CHARACTERS = 200;

/** An e-mail address, trimmed and in lower case. Names without a dot (`me@localhost`) are fine on a private network. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_CHARACTERS, `Must have at most ${MAX_EMAIL_CHARACTERS} characters`)
  .regex(z.regexes.html5Email, 'Must be an e-mail address')
  .meta({ description: 'E-mail address; upper and lower case are the same.', example: 'ada@example.com' });

/** A new password. */
export const Password = z
  .string()
  .min(MIN_PASSWORD_CHARACTERS, `Must have at least ${MIN_PASSWORD_CHARACTERS} characters`)
  .max(MAX_PASSWORD_CHARACTERS, `Must have at most ${MAX_PASSWORD_CHARACTERS} characters`)
  .meta({ description: 'Password, 10 to 200 characters.', example: 'correct horse battery' });

/** What somebody sends who wants an account. */
export const SignUp = z.object({
  email: Email,
  password: Password,
  setupCode: z.string().max(MAX_TOKEN_CHARACTERS).optional().meta({
    description: 'The one-time code that the start printed; needed for the first account unless on the machine itself.',
    example: '7K3M-Q9TD-W2XA',
  }),
  invite: z.string().max(MAX_TOKEN_CHARACTERS).optional().meta({
    description: 'The token of an invitation link, where sign-up is by invitation.',
    example: 'h3Jf…',
  }),
});
export type SignUp = z.output<typeof SignUp>;

/** What somebody sends who sets a new password by a one-time link. */
export const ResetPassword = z.object({
  token: z.string().min(1).max(MAX_TOKEN_CHARACTERS).meta({ description: 'The token of the link.', example: 'h3Jf…' }),
  password: Password,
});
export type ResetPassword = z.output<typeof ResetPassword>;

/** The account behind a session, as `GET /api/console/account` tells it. */
export type AccountView = { id: string; email: string; role: 'owner' | 'member'; createdAt: string };

/** How one may get in, as `GET /api/console/setup` tells it. */
export type SetupView = {
  /** No account yet: the next one is the owner's. */
  needsOwner: boolean;
  /** The owner's account needs the code that the start printed. */
  needsSetupCode: boolean;
  signUp: 'open' | 'closed' | 'invite';
};
