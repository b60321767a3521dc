import { z } from 'zod';
import type { SignInServiceName } from '../core/sign-in-services';
import type { Network } from '../core/wallet';

/** Limits of user input. */
const MAX_EMAIL_CHARACTERS = 254;
export const MIN_PASSWORD_CHARACTERS = 10;
export const MAX_PASSWORD_CHARACTERS = 200;
const MAX_TOKEN_CHARACTERS = 200;

/** An email address, trimmed and in lowercase. Names without a dot (`me@localhost`) are fine on a private network. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_CHARACTERS, `Must have at most ${MAX_EMAIL_CHARACTERS} characters`)
  .regex(z.regexes.html5Email, 'Must be an email address')
  .meta({ description: 'Email address; case-insensitive.', example: 'ada@example.com' });

/** A new password. */
export const Password = z
  .string()
  .min(MIN_PASSWORD_CHARACTERS, `Must have at least ${MIN_PASSWORD_CHARACTERS} characters`)
  .max(MAX_PASSWORD_CHARACTERS, `Must have at most ${MAX_PASSWORD_CHARACTERS} characters`)
  .meta({ description: 'Password, 10 to 200 characters.', example: 'correct horse battery' });

/** The body of a sign-up. */
export const SignUp = z.object({
  email: Email,
  password: Password,
  setupCode: z.string().max(MAX_TOKEN_CHARACTERS).optional().meta({
    description:
      'The one-time code that the server printed at startup; required for the first account unless on the same machine.',
    example: '7K3M-Q9TD-W2XA',
  }),
  invite: z.string().max(MAX_TOKEN_CHARACTERS).optional().meta({
    description: 'The token of an invitation link, if sign-up is by invitation.',
    example: 'h3Jf…',
  }),
});
export type SignUp = z.output<typeof SignUp>;

/** The body that sets a new password with a one-time link. */
export const ResetPassword = z.object({
  token: z.string().min(1).max(MAX_TOKEN_CHARACTERS).meta({ description: 'The token of the link.', example: 'h3Jf…' }),
  password: Password,
});
export type ResetPassword = z.output<typeof ResetPassword>;

/** The account of a session, as `GET /api/console/account` returns it. */
export type AccountView = {
  id: string;
  /** Null if the account belongs to a wallet only. */
  email: string | null;
  /** The user's display name, if set. */
  name: string | null;
  role: 'owner' | 'member';
  tier: 'standard' | 'partner';
  pro: boolean;
  hasPassword: boolean;
  /** Connected sign-in services, oldest first; `label` is the name there. */
  identities: { provider: 'github' | 'google'; label: string }[];
  /** The wallet that owns the account: lowercase `0x…`, or base58. */
  walletAddress: string | null;
  createdAt: string;
};

/** The available ways to sign in or up, as `GET /api/console/setup` returns them. */
export type SetupView = {
  /** No account yet: the next one is the owner's. */
  needsOwner: boolean;
  /** The owner's account needs the code that the server printed at startup. */
  needsSetupCode: boolean;
  signUp: 'open' | 'closed' | 'invite';
  /** Other services for sign-in. */
  services: SignInServiceName[];
  /** The networks whose wallets people can sign in with. */
  wallets: Network[];
};

/** How long a browser session lives after it was last renewed, days. */
export const SESSION_DAYS = 30;

/** How recent a sign-in must be to prove who is at the browser, minutes. */
export const FRESH_SIGN_IN_MINUTES = 10;

/** Why a sign-in with another service is refused: the code in the URL, and its message. */
export const SERVICE_REFUSALS = {
  EMAIL_TAKEN: (service: string) =>
    `An account with this email exists. Sign in with your password and connect ${service} in the settings.`,
  EMAIL_UNVERIFIED: (service: string) =>
    `Your ${service} account has no verified email. Verify one there, then try again.`,
  SIGN_UP_CLOSED: (service: string) =>
    `No account here is connected to this ${service} account, and sign-up is closed. Ask the operator for an account.`,
  INVITATION_NEEDED: (service: string) =>
    `Sign-up is by invitation only. Open your invitation link, sign up with a password, then connect ${service} in the settings.`,
  NO_OWNER: (service: string) =>
    `No account exists here yet. The owner must sign up first, with a password, not with ${service}.`,
  ACCOUNT_BLOCKED: () => 'This account is blocked. Ask the operator of this installation.',
  IDENTITY_TAKEN: (service: string) => `This ${service} account is connected to another account here.`,
  ALREADY_CONNECTED: (service: string) =>
    `Another ${service} account is already connected. Disconnect it first; you can connect one per service.`,
  SIGN_IN_AGAIN: (service: string) =>
    `Connecting ${service} needs a recent sign-in. Sign in again, then connect within ${FRESH_SIGN_IN_MINUTES} minutes.`,
  RATE_LIMIT_EXCEEDED: () => 'Too many attempts from here. Try again later.',
} as const satisfies Record<string, (service: string) => string>;

/** The code of such a refusal. */
export type ServiceRefusal = keyof typeof SERVICE_REFUSALS;

/** A service as the settings show it: `GET /api/console/account/identities`. */
export type ServiceView = {
  service: SignInServiceName;
  /** Whether this installation signs people in with it. */
  available: boolean;
  /** The connected account there; null if there is none. */
  connected: { label: string; connectedAt: string } | null;
  /** Whether it is the only way to sign in, so that it cannot be disconnected. */
  onlyWayIn: boolean;
};

/** The answer to `GET /api/console/account/identities`. */
export type ServiceList = { services: ServiceView[] };
