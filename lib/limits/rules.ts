import { HOUR_MS, MINUTE_MS } from '../core/time';

/** So many in a window of so long. */
export type Rule = { limit: number; windowMs: number };

/** The numbers of what is counted per address, e-mail or account. */
export const RULES = {
  /** Per address, whatever the e-mail; so no pair of an address and an e-mail has more either. */
  signIn: { limit: 10, windowMs: MINUTE_MS },
  /** Per e-mail, from everywhere: so high that a few strangers cannot lock its owner out, against guessing by many. */
  signInEmail: { limit: 100, windowMs: MINUTE_MS },
  signUp: { limit: 5, windowMs: HOUR_MS },
  /** Per address: steps of signing in at another service, each of which makes us ask that service. */
  serviceSignIn: { limit: 60, windowMs: MINUTE_MS },
  resetPassword: { limit: 10, windowMs: MINUTE_MS },
  /** Per account: what only the password proves. Far fewer than anybody guesses with. */
  currentPassword: { limit: 10, windowMs: MINUTE_MS },
  /** Per account: an export reads all that there is. */
  exportAccount: { limit: 5, windowMs: HOUR_MS },
  /** Per account: its requests as a file, which may read its whole history. */
  exportUsage: { limit: 20, windowMs: HOUR_MS },
  /** Per address: routes that say only where their successor is (contract 20). */
  retiredRoute: { limit: 60, windowMs: MINUTE_MS },
  /** Per address: tokens for a wallet to sign, and keys made by its signature (contract 15.9). */
  walletToken: { limit: 60, windowMs: MINUTE_MS },
  walletKey: { limit: 20, windowMs: MINUTE_MS },
  /** Per address, requests for pages without a session: each costs some 20 ms of the renderer. Prefetches count too. */
  page: { limit: 600, windowMs: MINUTE_MS },
  /** Per account, or per address without a session: requests to the browser session's own routes, sign-in among them. */
  sessionRoute: { limit: 300, windowMs: MINUTE_MS },
} satisfies Record<string, Rule>;

/** The name of a rule. */
export type RuleName = keyof typeof RULES;
