import { z } from 'zod';
import type { SignInServiceName } from '../core/sign-in-services';

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
export type AccountView = {
  id: string;
  /** Null where a wallet alone holds the account. */
  email: string | null;
  /** What the person is called, if they said so. */
  name: string | null;
  role: 'owner' | 'member';
  tier: 'standard' | 'partner';
  pro: boolean;
  hasPassword: boolean;
  /** Sign-ins of other services that open the account, the oldest first; `label` is the name there. */
  identities: { provider: 'github' | 'google'; label: string }[];
  /** Lower-case `0x…`. */
  walletAddress: string | null;
  createdAt: string;
};

/** How one may get in, as `GET /api/console/setup` tells it. */
export type SetupView = {
  /** No account yet: the next one is the owner's. */
  needsOwner: boolean;
  /** The owner's account needs the code that the start printed. */
  needsSetupCode: boolean;
  signUp: 'open' | 'closed' | 'invite';
  /** Other services at which one may sign in. */
  services: SignInServiceName[];
};

/** How long a browser session lives after it was last renewed, days. */
export const SESSION_DAYS = 30;

/** How young a sign-in must be to prove who sits at the browser, minutes. */
export const FRESH_SIGN_IN_MINUTES = 10;

/** Why a sign-in at another service opens nothing here: the code in the address, and its sentence. */
export const SERVICE_REFUSALS = {
  EMAIL_TAKEN: (service: string) =>
    `An account with this e-mail exists. Sign in with your password and connect ${service} in the settings.`,
  EMAIL_UNVERIFIED: (service: string) =>
    `${service} tells no verified e-mail of you. Verify one there, then try again.`,
  SIGN_UP_CLOSED: (service: string) =>
    `No account here is connected to this ${service} account, and sign-up is closed. Ask the operator for an account.`,
  INVITATION_NEEDED: (service: string) =>
    `Sign-up needs an invitation here. Open its link, sign up with a password, then connect ${service} in the settings.`,
  NO_OWNER: (service: string) =>
    `No account exists here yet. The owner signs up first, with a password, not ${service}.`,
  ACCOUNT_BLOCKED: () => 'This account is blocked. Ask the operator of this installation.',
  IDENTITY_TAKEN: (service: string) => `This ${service} account is connected to another account here.`,
  ALREADY_CONNECTED: (service: string) =>
    `Another ${service} account is connected already. Disconnect it first; an account has one of each service.`,
  SIGN_IN_AGAIN: (service: string) =>
    `Connecting ${service} needs a fresh sign-in. Sign in anew, then connect within ${FRESH_SIGN_IN_MINUTES} minutes.`,
  RATE_LIMIT_EXCEEDED: () => 'Too many attempts from here. Try again later.',
} as const satisfies Record<string, (service: string) => string>;

/** The code of such a refusal. */
export type ServiceRefusal = keyof typeof SERVICE_REFUSALS;

/** A service as the settings show it: `GET /api/console/account/identities`. */
export type ServiceView = {
  service: SignInServiceName;
  /** Whether this installation signs people in with it. */
  available: boolean;
  /** Whose account there opens this one; null where none does. */
  connected: { label: string; connectedAt: string } | null;
  /** Whether it is the one way into the account, and so cannot be disconnected. */
  onlyWayIn: boolean;
};

/** The answer to `GET /api/console/account/identities`. */
export type ServiceList = { services: ServiceView[] };
