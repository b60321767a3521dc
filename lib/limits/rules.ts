import { HOUR_MS, MINUTE_MS } from '../core/time';

/** So many in a window of so long. */
export type Rule = { limit: number; windowMs: number };

/** A rule, who is counted by it, and what. */
export type NamedRule = Rule & {
  /** Part of the metric of refusals. */
  per: 'address' | 'account' | 'email';
  /** As the refusal calls it, with the bound; absent for attempts to prove who somebody is. */
  what?: string;
};

/** The numbers of what is counted per address, e-mail or account. */
export const RULES = {
  /** Whatever the e-mail; so no pair of an address and an e-mail has more either. */
  signIn: { limit: 10, windowMs: MINUTE_MS, per: 'address' },
  /** From everywhere: so high that a few strangers cannot lock its owner out, against guessing by many. */
  signInEmail: { limit: 100, windowMs: MINUTE_MS, per: 'email' },
  signUp: { limit: 5, windowMs: HOUR_MS, per: 'address' },
  /** Steps of signing in at another service, each of which makes us ask that service. */
  serviceSignIn: { limit: 60, windowMs: MINUTE_MS, per: 'address' },
  resetPassword: { limit: 10, windowMs: MINUTE_MS, per: 'address' },
  /** What only the password proves. Far fewer than anybody guesses with. */
  currentPassword: { limit: 10, windowMs: MINUTE_MS, per: 'account' },
  /** An export reads all that there is. */
  exportAccount: { limit: 5, windowMs: HOUR_MS, per: 'account', what: 'exports of the account' },
  /** Its requests as a file, which may read its whole history. */
  exportUsage: { limit: 20, windowMs: HOUR_MS, per: 'account', what: 'exports of requests' },
  /** Routes that say only where their successor is (contract 20). */
  retiredRoute: { limit: 60, windowMs: MINUTE_MS, per: 'address', what: 'requests to retired routes' },
  /** Tokens for a wallet to sign, and keys made by its signature (contract 15.9). */
  walletToken: { limit: 60, windowMs: MINUTE_MS, per: 'address', what: 'requests for wallet tokens' },
  walletKey: { limit: 20, windowMs: MINUTE_MS, per: 'address' },
  /** Requests for pages without a session: each costs some 20 ms of the renderer. Prefetches count too. */
  page: { limit: 600, windowMs: MINUTE_MS, per: 'address', what: 'requests for pages' },
  /** Requests to the browser session's own routes, sign-in among them: of a session's account. */
  sessionRouteAccount: { limit: 300, windowMs: MINUTE_MS, per: 'account', what: 'requests to the sign-in routes' },
  /** The same without a session. Counted apart: addresses that fill this window refuse no account. */
  sessionRouteAddress: { limit: 300, windowMs: MINUTE_MS, per: 'address', what: 'requests to the sign-in routes' },
} satisfies Record<string, NamedRule>;

/** The name of a rule. */
export type RuleName = keyof typeof RULES;
