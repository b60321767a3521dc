import { HOUR_MS, MINUTE_MS } from '../core/time';

/** So many in a window of so long. */
export type Rule = { limit: number; windowMs: number };

/** The numbers of what is counted per address or e-mail. */
export const RULES = {
  /** Per address, whatever the e-mail; so no pair of an address and an e-mail has more either. */
  signIn: { limit: 10, windowMs: MINUTE_MS },
  /** Per e-mail, from everywhere: so high that a few strangers cannot lock its owner out, against guessing by many. */
  signInEmail: { limit: 100, windowMs: MINUTE_MS },
  signUp: { limit: 5, windowMs: HOUR_MS },
  resetPassword: { limit: 10, windowMs: MINUTE_MS },
  /** Per address: routes that say only where their successor is (contract 20). */
  retiredRoute: { limit: 60, windowMs: MINUTE_MS },
} satisfies Record<string, Rule>;

/** The name of a rule. */
export type RuleName = keyof typeof RULES;
